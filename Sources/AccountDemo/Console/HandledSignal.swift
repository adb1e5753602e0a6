import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A signal that calls a handler on a queue instead of doing what it did before.
struct HandledSignal {
    let number: Int32
    private let source: any DispatchSourceSignal
    private let earlier: sigaction

    /// Handles a signal from now on; gives nil where the process ignores it, and leaves it ignored.
    init?(_ number: Int32, handler: @escaping @Sendable (_ signal: Int32) -> Void) {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return nil }
        self.number = number
        earlier = action
        source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { handler(number) }
        source.resume()
        // A signal that is not ignored would end the process before anybody hears of it.
        let disposition = signal(number, SIG_IGN)
        if Self.isIgnoring(disposition) {
            source.cancel()
            return nil
        }
    }

    /// Lets the signal do again what it did before.
    func end() {
        var earlier = earlier
        sigaction(number, &earlier, nil)
        source.cancel()
    }

    /// Whether a disposition is to ignore; functions can only be compared by their addresses.
    private static func isIgnoring(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
