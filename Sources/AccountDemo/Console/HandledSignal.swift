#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A signal that is told to a ``SignalPipe`` instead of doing what it did before.
struct HandledSignal: Sendable {
    private let number: Int32
    private let earlier: sigaction

    /// Handles a signal from now on; gives nil where the process ignores it, and leaves it ignored.
    init?(_ number: Int32) {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return nil }
        self.number = number
        earlier = action
        if Self.isIgnoring(signal(number, { SignalPipe.write($0) })) {
            end()
            return nil
        }
    }

    /// Lets the signal do again what it did before.
    func end() {
        var earlier = earlier
        sigaction(number, &earlier, nil)
    }

    /// Whether a disposition is to ignore; functions can only be compared by their addresses.
    private static func isIgnoring(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
