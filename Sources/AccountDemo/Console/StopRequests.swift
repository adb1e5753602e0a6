import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where requests come from to stop what the program is doing.
package struct StopRequests: Sendable {
    private let listen: @Sendable (_ stop: @escaping @Sendable () -> Void) -> () -> Void

    /// Creates a source of requests.
    ///
    /// - Parameter listen: Calls what it is given at every request, until what it returns is called.
    package init(listen: @escaping @Sendable (_ stop: @escaping @Sendable () -> Void) -> () -> Void) {
        self.listen = listen
    }

    /// Nobody ever asks.
    package static let none = StopRequests { _ in {} }

    /// The signals by which people and systems end processes: interrupt, terminate and hang up.
    package static let signals = StopRequests { stop in
        let numbers = [SIGINT, SIGTERM, SIGHUP]
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler(handler: stop)
            source.resume()
            // A signal that is not ignored would end the process before anybody hears of it.
            signal(number, SIG_IGN)
            return source
        }
        // Linux drops a signal that is ignored unless the first thread blocks it; Dispatch's own threads do so anyway.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for number in numbers { sigaddset(&blocked, number) }
        var earlier = sigset_t()
        pthread_sigmask(SIG_BLOCK, &blocked, &earlier)
        return {
            for number in numbers { signal(number, SIG_DFL) }
            for source in sources { source.cancel() }
            pthread_sigmask(SIG_SETMASK, &earlier, nil)
        }
    }

    /// Does some work, and cancels its task when somebody asks to stop.
    @MainActor
    func cancelling<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        let task = Task { await work() }
        let end = listen { task.cancel() }
        defer { end() }
        return await task.value
    }

    /// Does some work that waits for the system, and calls `clean` and ends the process when somebody asks to stop.
    func cleaningUp<Value, Failure: Error>(
        _ clean: @escaping @Sendable () -> Void,
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let end = listen {
            clean()
            _exit(128 + SIGTERM)
        }
        defer { end() }
        return try work()
    }
}
