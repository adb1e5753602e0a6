import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A source of requests to stop an operation.
package struct StopRequests: Sendable {
    private let listen: @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void

    /// Creates a source.
    ///
    /// `listen` calls `stop` with a signal at every request, and returns a function that stops listening.
    package init(listen: @escaping @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void) {
        self.listen = listen
    }

    /// A source without requests.
    package static let none = StopRequests { _ in {} }

    /// A source for the signals SIGINT, SIGTERM and SIGHUP; signals that the process ignores, as under `nohup`, stay
    /// ignored.
    package static let signals = StopRequests { stop in
        let signals = [SIGINT, SIGTERM, SIGHUP]
        guard let endListening = SignalPipe.shared?.listen(to: signals, stop) else { return {} }
        // The parent process may have blocked the signals.
        var numbers = sigset_t()
        sigemptyset(&numbers)
        for signal in signals { sigaddset(&numbers, signal) }
        var earlier = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &numbers, &earlier)
        return {
            pthread_sigmask(SIG_SETMASK, &earlier, nil)
            endListening()
        }
    }

    /// Runs an operation, and cancels its task on request.
    @MainActor
    func cancelling<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        let task = Task { await work() }
        let end = listen { _ in task.cancel() }
        defer { end() }
        return await task.value
    }

    /// Runs a blocking operation; a request calls `clean` and terminates the process.
    func cleaningUp<Value, Failure: Error>(
        _ clean: @escaping @Sendable () -> Void,
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let end = listen { Self.end(by: $0, clean) }
        defer { end() }
        return try work()
    }

    /// Runs an operation on an app, and shuts the app down afterwards.
    ///
    /// A request calls `clean`, shuts the app down and terminates the process. The process terminates at once if
    /// nothing is pending, or at the second request.
    func shuttingDown<Value>(
        hasPendingWork: @escaping @Sendable () -> Bool,
        _ shutDown: @escaping @Sendable () async -> Void,
        cleaningUp clean: @escaping @Sendable () -> Void = {},
        _ work: () async -> Value
    ) async -> Value {
        let request = Atomic<Int32>(0)
        let end = listen { signal in
            guard hasPendingWork(), request.exchange(signal, ordering: .relaxed) == 0 else {
                Self.end(by: signal, clean)
            }
            clean()
            Task {
                await shutDown()
                Self.end(by: signal) {}
            }
        }
        defer { end() }
        let value = await work()
        await shutDown()
        // A stopped operation has no result to print.
        let signal = request.load(ordering: .relaxed)
        if signal != 0 { Self.end(by: signal, clean) }
        return value
    }

    private static func end(by signal: Int32, _ clean: () -> Void) -> Never {
        clean()
        // Shells report this exit code for a process that a signal terminated.
        _exit(128 + signal)
    }
}

/// A pipe that signal handlers write to, because writing is safe in a handler.
///
/// Dispatch's signal sources require ignored signals. Linux drops an ignored signal unless the first thread blocks it.
/// Dispatch suspends that thread without blocked signals, so signals would sometimes be lost.
final class SignalPipe: Sendable {
    /// The pipe of this process, which stays open; nil if the system has no file descriptors left.
    static let shared = SignalPipe()

    /// The file descriptor to which handlers write.
    private static let writeEnd = Atomic<Int32>(-1)

    private typealias Listener = (number: Int, signals: [Int32], call: @Sendable (_ signal: Int32) -> Void)

    private let listeners = Mutex<[Listener]>([])

    private init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must not block.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        Self.writeEnd.store(writeEnd, ordering: .releasing)
        // A separate queue has its own thread, which may block.
        DispatchQueue(label: "AccountDemo.SignalPipe").async { [self] in
            var signal: UInt8 = 0
            while withUnsafeMutableBytes(of: &signal, { readUninterrupted(readEnd, $0) }) == 1 { pass(Int32(signal)) }
        }
    }

    /// Calls a listener with signals until the returned function is called.
    ///
    /// Signals that the process ignores stay ignored. If a signal has several listeners, the last one is called.
    func listen(to signals: [Int32], _ call: @escaping @Sendable (_ signal: Int32) -> Void) -> @Sendable () -> Void {
        let number = listeners.withLock { listeners in
            let number = (listeners.last?.number ?? 0) + 1
            listeners.append((number, signals, call))
            return number
        }
        let handled = signals.compactMap { signal in Self.handle(signal).map { (signal, $0) } }
        return {
            for (signal, earlier) in handled {
                var earlier = earlier
                sigaction(signal, &earlier, nil)
            }
            self.listeners.withLock { $0.removeAll { $0.number == number } }
        }
    }

    /// Installs the handler of a signal, and returns the earlier action; nil if the process ignores the signal, which
    /// stays ignored.
    private static func handle(_ number: Int32) -> sigaction? {
        var earlier = sigaction()
        guard sigaction(number, nil, &earlier) == 0 else { return nil }
        let handler = signal(number) { SignalPipe.write($0) }
        // Functions can only be compared by address.
        guard unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return earlier }
        sigaction(number, &earlier, nil)
        return nil
    }

    /// Writes a signal to the pipe; called in a handler.
    static func write(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        let code = errno
        // Writing fails only if the pipe is full, and a full pipe has enough signals.
        _ = withUnsafeBytes(of: &byte) { systemWrite(writeEnd.load(ordering: .acquiring), $0.baseAddress, 1) }
        errno = code
    }

    private func pass(_ signal: Int32) {
        // The last listener was removed, so raising the signal performs its earlier action.
        guard let last = listeners.withLock({ $0.last { $0.signals.contains(signal) } }) else {
            raise(signal)
            return
        }
        last.call(signal)
    }
}
