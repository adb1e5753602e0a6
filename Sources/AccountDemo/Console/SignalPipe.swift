import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where handlers of signals tell what has come: a handler may write to a pipe, and do hardly anything else.
///
/// Dispatch's own sources need a signal to be ignored. Linux drops what is ignored unless the first thread blocks it,
/// and Dispatch parks the first thread with nothing blocked, so that a signal would be lost now and then.
final class SignalPipe: Sendable {
    /// The pipe of this process, which stays open: a handler may be about to write to it at any time.
    ///
    /// It is nil where the system has no more files to give.
    static let shared = SignalPipe()

    /// What handlers write to.
    private static let writeEnd = Atomic<Int32>(-1)

    private struct Listener: Sendable {
        let number: Int
        let signals: [Int32]
        let hear: @Sendable (_ signal: Int32) -> Void
    }

    /// Whoever listens, and the number of the next to come.
    private let listeners = Mutex<(all: [Listener], next: Int)>(([], 0))

    private init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler waits for nobody.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        Self.writeEnd.store(writeEnd, ordering: .releasing)
        // A queue of its own has a thread of its own, which has nothing else to do than to wait.
        DispatchQueue(label: "AccountDemo.SignalPipe").async { [self] in
            var signal: UInt8 = 0
            while withUnsafeMutableBytes(of: &signal, { readUninterrupted(readEnd, $0) }) == 1 { tell(Int32(signal)) }
        }
    }

    /// Handles signals, and calls a listener with them, until what it returns is called.
    ///
    /// Signals that the process ignores stay ignored. Of several who listen to a signal the last to come hears of it.
    func listen(to signals: [Int32], _ hear: @escaping @Sendable (_ signal: Int32) -> Void) -> @Sendable () -> Void {
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all.append(Listener(number: listeners.next, signals: signals, hear: hear))
            return listeners.next
        }
        let handled = signals.compactMap { HandledSignal($0) }
        return {
            for signal in handled { signal.end() }
            self.listeners.withLock { $0.all.removeAll { $0.number == number } }
        }
    }

    /// Tells of a signal from within a handler.
    static func write(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        let code = errno
        // Where the pipe is full, enough has been told.
        _ = withUnsafeBytes(of: &byte) { systemWrite(writeEnd.load(ordering: .acquiring), $0.baseAddress, 1) }
        errno = code
    }

    private func tell(_ signal: Int32) {
        // Where nobody listens any more, the signal does again what it did before.
        guard let listener = listeners.withLock({ $0.all.last { $0.signals.contains(signal) } }) else {
            raise(signal)
            return
        }
        listener.hear(signal)
    }
}

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
