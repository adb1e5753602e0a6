import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where requests come from to stop what the program is doing.
package struct StopRequests: Sendable {
    private let listen: @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void

    /// Creates a source of requests.
    ///
    /// - Parameter listen: Calls what it is given at every request, with the number of the signal that it came by or
    ///   would have come by, until what it returns is called.
    package init(listen: @escaping @Sendable (_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void) {
        self.listen = listen
    }

    /// Nobody ever asks.
    package static let none = StopRequests { _ in {} }

    /// The signals by which people and systems end processes: interrupt, terminate and hang up.
    ///
    /// Those that the process ignores already, as `nohup` has it, stay ignored, and in the end every signal does what
    /// it did before.
    package static let signals = StopRequests { stop in
        let signals = [SIGINT, SIGTERM, SIGHUP]
        guard let endListening = SignalPipe.shared?.listen(to: signals, stop) else { return {} }
        // Whoever started the program may have blocked them.
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

    /// Does some work, and cancels its task when somebody asks to stop.
    @MainActor
    func cancelling<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        let task = Task { await work() }
        let end = listen { _ in task.cancel() }
        defer { end() }
        return await task.value
    }

    /// Does some work that waits for the system, and calls `clean` and ends the process when somebody asks to stop.
    func cleaningUp<Value, Failure: Error>(
        _ clean: @escaping @Sendable () -> Void,
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let end = listen { Self.end(by: $0, clean) }
        defer { end() }
        return try work()
    }

    /// Does some work on an app, and shuts the app down behind it.
    ///
    /// When somebody asks to stop, the app is shut down and the process ended: at once where nothing is under way, and
    /// at the latest when it is asked again.
    ///
    /// - Parameters:
    ///   - hasPendingWork: Whether the app has anything under way.
    ///   - shutDown: Shuts the app down.
    ///   - clean: Gives back what the process has borrowed, at once when somebody asks to stop.
    ///   - work: What to do.
    /// - Returns: What came of the work.
    func shuttingDown<Value>(
        hasPendingWork: @escaping @Sendable () -> Bool,
        _ shutDown: @escaping @Sendable () async -> Void,
        cleaningUp clean: @escaping @Sendable () -> Void = {},
        _ work: () async -> Value
    ) async -> Value {
        let asked = Atomic<Int32>(0)
        let end = listen { signal in
            guard hasPendingWork(), asked.exchange(signal, ordering: .relaxed) == 0 else { Self.end(by: signal, clean) }
            clean()
            Task {
                await shutDown()
                Self.end(by: signal) {}
            }
        }
        defer { end() }
        let value = await work()
        await shutDown()
        // What came of work that was stopped half-way is no answer to anybody.
        let signal = asked.load(ordering: .relaxed)
        if signal != 0 { Self.end(by: signal, clean) }
        return value
    }

    private static func end(by signal: Int32, _ clean: () -> Void) -> Never {
        clean()
        // What a shell makes of a process that a signal has ended.
        _exit(128 + signal)
    }
}
