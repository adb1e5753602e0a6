#if canImport(Glibc)
internal import CAccountFlowCurl
import Glibc
import Synchronization

/// The event loop of the sending thread, which owns libcurl's handles and waits for sockets, timers and commands.
struct CurlLoop: ~Copyable {
    private let commands: CurlCommandQueue
    private let multi: CurlLibrary.Handle
    private var transfers: [CurlLibrary.Handle: CurlTransfer] = [:]
    private var handles: [ObjectIdentifier: CurlLibrary.Handle] = [:]

    private var curl: CurlFunctions { commands.library.functions }

    /// Starts a thread that executes commands until it is stopped; returns false if no thread can be started.
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
                guard let multi = CurlLibrary.Handle(bitPattern: commands.multi) else { return nil }
                var loop = CurlLoop(commands: commands, multi: multi)
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
        for command in commands.close() {
            if case .send(_, let promise) = command { promise.complete(.failure(.cancelled)) }
        }
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
        let transfer = CurlTransfer(easy, request, promise, commands)
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
    }

    let library: CurlLibrary
    let settings: CurlSettings

    /// The handle of the thread, as a number, because a pointer is not Sendable.
    let multi: UInt

    private let state = Mutex((commands: [Command](), isClosed: false))

    init(_ library: CurlLibrary, _ settings: CurlSettings, multi: UInt) {
        self.library = library
        self.settings = settings
        self.multi = multi
    }

    /// Adds a command and wakes the thread; does nothing after the queue is closed.
    func post(_ command: Command) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.commands.append(command)
            // The first command wakes the thread, which takes all of them together.
            if state.commands.count == 1 { _ = library.functions.multi_wakeup(.init(bitPattern: multi)) }
        }
    }

    func takeAll() -> [Command] {
        state.withLock { state in
            let commands = state.commands
            state.commands.removeAll(keepingCapacity: true)
            return commands
        }
    }

    /// Closes the queue and returns the remaining commands.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            return exchange(&state.commands, with: [])
        }
    }
}
#endif
