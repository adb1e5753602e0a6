import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A pipe that signal handlers write to, since a handler may do hardly anything else.
///
/// Dispatch's signal sources need the signal to be ignored. Linux drops an ignored signal unless the first thread blocks
/// it, and Dispatch parks that thread with nothing blocked, so that a signal would be lost now and then.
final class SignalPipe: Sendable {
    /// The pipe of this process, which stays open for handlers; nil where the system has no more file descriptors.
    static let shared = SignalPipe()

    /// The end for handlers.
    private static let writeEnd = Atomic<Int32>(-1)

    private struct Listener: Sendable {
        let number: Int
        let signals: [Int32]
        let call: @Sendable (_ signal: Int32) -> Void
    }

    /// The listeners, and the number of the last one.
    private let listeners = Mutex<(all: [Listener], next: Int)>(([], 0))

    private init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not block.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        Self.writeEnd.store(writeEnd, ordering: .releasing)
        // A queue of its own has a thread of its own, which may block.
        DispatchQueue(label: "AccountDemo.SignalPipe").async { [self] in
            var signal: UInt8 = 0
            while withUnsafeMutableBytes(of: &signal, { readUninterrupted(readEnd, $0) }) == 1 { pass(Int32(signal)) }
        }
    }

    /// Calls a listener with signals until the returned function is called.
    ///
    /// Signals that the process ignores stay ignored. Of several listeners to a signal, the last one is called.
    func listen(to signals: [Int32], _ call: @escaping @Sendable (_ signal: Int32) -> Void) -> @Sendable () -> Void {
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all.append(Listener(number: listeners.next, signals: signals, call: call))
            return listeners.next
        }
        let handled = signals.compactMap { HandledSignal($0) }
        return {
            for signal in handled { signal.end() }
            self.listeners.withLock { $0.all.removeAll { $0.number == number } }
        }
    }

    /// Passes a signal on from within a handler.
    static func write(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        let code = errno
        // A full pipe has signals enough.
        _ = withUnsafeBytes(of: &byte) { systemWrite(writeEnd.load(ordering: .acquiring), $0.baseAddress, 1) }
        errno = code
    }

    private func pass(_ signal: Int32) {
        // Without a listener, the signal has its earlier effect again.
        guard let listener = listeners.withLock({ $0.all.last { $0.signals.contains(signal) } }) else {
            raise(signal)
            return
        }
        listener.call(signal)
    }
}

/// A signal that is passed to ``SignalPipe`` instead of having its earlier effect.
struct HandledSignal: Sendable {
    private let number: Int32
    private let earlier: sigaction

    /// Handles a signal from now on; nil where the process ignores it, which stays so.
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

    /// Restores the earlier effect of the signal.
    func end() {
        var earlier = earlier
        sigaction(number, &earlier, nil)
    }

    /// Whether a handler is the one that ignores; functions can only be compared by address.
    private static func isIgnoring(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
