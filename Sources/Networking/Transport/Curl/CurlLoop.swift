#if canImport(Glibc)
internal import CAccountFlowCurl
import Domain
import Glibc
import Synchronization

/// The event loop of the sending thread, which owns libcurl's handles and waits for sockets, timers and commands.
struct CurlLoop: ~Copyable {
    private let commands: CurlCommandQueue
    private let library: CurlLibrary
    private let multi: CurlLibrary.Handle
    private var transfers: [CurlLibrary.Handle: CurlTransfer] = [:]
    private var handles: [ObjectIdentifier: CurlLibrary.Handle] = [:]

    private var curl: CurlFunctions { library.functions }

    /// Starts a thread that loads the library and executes commands until it is stopped; returns false if no thread can
    /// be started.
    static func start(_ commands: CurlCommandQueue) -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(commands)
        let result = pthread_create(
            &thread,
            nil,
            { context in
                // Without this, writing to a connection that the server has closed would terminate the process.
                var blocked = sigset_t()
                sigemptyset(&blocked)
                sigaddset(&blocked, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &blocked, nil)
                guard let context else { return nil }
                let commands = Unmanaged<CurlCommandQueue>.fromOpaque(context).takeRetainedValue()
                guard let library = commands.load(), let multi = library.functions.multi_init() else {
                    commands.end(.transportUnavailable)
                    return nil
                }
                library.limitConnections(of: multi, to: commands.settings.connections)
                // A pointer is not Sendable.
                let number = UInt(bitPattern: multi)
                commands.start { _ = library.functions.multi_wakeup(.init(bitPattern: number)) }
                var loop = CurlLoop(commands: commands, library: library, multi: multi)
                loop.run()
                return nil
            },
            context.toOpaque()
        )
        guard result == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private mutating func run() {
        var isStopped = false
        while !isStopped {
            for command in commands.takeAll() {
                switch command {
                case .send(let request, let promise): begin(request, promise)
                case .cancel(let promise): cancel(promise)
                case .stop: isStopped = true
                }
            }
            var running: Int32 = 0
            _ = curl.multi_perform(multi, &running)
            let hasFinished = finishTransfers()
            // A finished transfer may have freed a connection for another one.
            guard !isStopped, !hasFinished, !endOverdue() else { continue }
            // libcurl's own timers can end the wait earlier.
            _ = curl.multi_poll(multi, nil, 0, Int32(longestWait), nil)
        }
        commands.end(.cancelled)
        for transfer in transfers.values {
            transfer.promise.complete(.failure(.cancelled))
            end(transfer.easy)
        }
        _ = curl.multi_cleanup(multi)
    }

    private mutating func begin(_ request: HTTPRequest, _ promise: ResponsePromise) {
        guard !promise.isCompleted else { return }
        // Each request gets its own handle. Before 8.3, a reused handle points to the freed last field of the previous
        // response. A server can then crash the process with a space at the beginning of a line
        // (https://github.com/curl/curl/issues/11620).
        guard let easy = curl.easy_init() else {
            promise.complete(.failure(.transportUnavailable))
            return
        }
        let transfer = CurlTransfer(easy, request, promise, library, commands.settings)
        guard curl.multi_add_handle(multi, easy) == 0 else {
            transfer.finish()
            curl.easy_cleanup(easy)
            promise.complete(.failure(.transportUnavailable))
            return
        }
        transfers[easy] = transfer
        handles[ObjectIdentifier(promise)] = easy
    }

    private mutating func cancel(_ promise: ResponsePromise) {
        guard let easy = handles[ObjectIdentifier(promise)] else { return }
        end(easy)
    }

    private mutating func end(_ easy: CurlLibrary.Handle) {
        guard let transfer = transfers.removeValue(forKey: easy) else { return }
        handles[ObjectIdentifier(transfer.promise)] = nil
        _ = curl.multi_remove_handle(multi, easy)
        transfer.finish()
        curl.easy_cleanup(easy)
    }

    /// The transfers that may be waiting for a connection: libcurl does not apply their time limits.
    private var waiting: [CurlTransfer] {
        transfers.count > commands.settings.connections ? transfers.values.filter { $0.waitEnds != nil } : []
    }

    /// The milliseconds until the first waiting transfer is overdue, at most an hour.
    private var longestWait: Int {
        let rest = waiting.compactMap(\.waitEnds).min().map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3_600)
        return max(1, min(rest, .seconds(3_600)).milliseconds)
    }

    /// Ends the transfers that have waited for a connection until their deadline.
    private mutating func endOverdue() -> Bool {
        let overdue = waiting.filter { $0.waitEnds.map { $0 <= .now } ?? false }
        for transfer in overdue {
            transfer.promise.complete(transfer.overdue)
            end(transfer.easy)
        }
        return !overdue.isEmpty
    }

    private mutating func finishTransfers() -> Bool {
        var hasFinished = false
        var left: Int32 = 0
        while let message = curl.multi_info_read(multi, &left)?.pointee {
            // CURLMSG_DONE, the only kind.
            guard message.kind == 1, let easy = message.easy else { continue }
            let result = message.data.result
            // This comes first, so that the handle is removed while the waiting task wakes up.
            if let transfer = transfers[easy] { transfer.promise.complete(transfer.outcome(result)) }
            end(easy)
            hasFinished = true
        }
        return hasFinished
    }
}

/// The commands for the sending thread, posted from any thread.
final class CurlCommandQueue: Sendable {
    enum Command {
        case send(HTTPRequest, ResponsePromise)
        case cancel(ResponsePromise)
        case stop

        /// Completes a request with an error.
        func fail(_ error: TransportError) {
            if case .send(_, let promise) = self { promise.complete(.failure(error)) }
        }
    }

    let settings: CurlSettings

    /// Loads the library, on the thread.
    let load: @Sendable () -> CurlLibrary?

    private let state = Mutex(State())

    private struct State {
        var commands: [Command] = []
        var hasThread = false
        /// Wakes the thread; nil until it has loaded the library.
        var wake: (@Sendable () -> Void)?
    }

    init(_ settings: CurlSettings, _ load: @escaping @Sendable () -> CurlLibrary?) {
        self.settings = settings
        self.load = load
    }

    /// Adds a command and wakes the thread, which the first request starts.
    func post(_ command: Command) {
        let isAccepted = state.withLock { state in
            if case .send = command, !state.hasThread { state.hasThread = CurlLoop.start(self) }
            guard state.hasThread else { return false }
            state.commands.append(command)
            // The first command wakes the thread, which takes all of them together.
            if state.commands.count == 1 { state.wake?() }
            return true
        }
        if !isAccepted { command.fail(.transportUnavailable) }
    }

    /// Accepts the function that wakes the thread; commands that were added before are taken without it.
    func start(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    func takeAll() -> [Command] {
        state.withLock { state in
            let commands = state.commands
            state.commands.removeAll(keepingCapacity: true)
            return commands
        }
    }

    /// Ends the thread and its remaining requests with an error; a later request starts another thread.
    func end(_ error: TransportError) {
        for command in state.withLock({ exchange(&$0, with: State()).commands }) { command.fail(error) }
    }
}
#endif
