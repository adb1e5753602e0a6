import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A source of requests to stop the running operation.
package struct StopRequests: Sendable {
    private let listen: @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void

    /// Creates a source of requests.
    ///
    /// - Parameter listen: Calls its argument with the number of a signal at every request, until the function that it
    ///   returns is called.
    package init(listen: @escaping @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void) {
        self.listen = listen
    }

    /// A source without requests.
    package static let none = StopRequests { _ in {} }

    /// The signals that end processes: interrupt, terminate and hang up.
    ///
    /// Signals that the process ignores already, as under `nohup`, stay ignored.
    package static let signals = StopRequests { stop in
        let signals = [SIGINT, SIGTERM, SIGHUP]
        guard let endListening = SignalPipe.shared?.listen(to: signals, stop) else { return {} }
        // The parent process may have blocked them.
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

    /// Runs an operation that blocks; a request calls `clean` and ends the process.
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
    /// A request shuts the app down and ends the process: at once where nothing is pending, and at the latest with the
    /// second request.
    ///
    /// - Parameters:
    ///   - hasPendingWork: Whether the app has pending work.
    ///   - shutDown: Shuts the app down.
    ///   - clean: Restores the terminal, at once on request.
    ///   - work: The operation.
    /// - Returns: The result of the operation.
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
        // An operation that was stopped half-way has no result to print.
        let signal = request.load(ordering: .relaxed)
        if signal != 0 { Self.end(by: signal, clean) }
        return value
    }

    private static func end(by signal: Int32, _ clean: () -> Void) -> Never {
        clean()
        // The code that a shell reports for a process that was ended by a signal.
        _exit(128 + signal)
    }
}
