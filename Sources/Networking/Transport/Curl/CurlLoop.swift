#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import Glibc

/// The thread that sends: it owns the handles of libcurl, and waits for sockets, time and orders at once.
struct CurlLoop: ~Copyable {
    private let library: CurlLibrary
    private let settings: CurlSettings
    private let multi: CurlLibrary.Handle
    private let mailbox: CurlMailbox
    private var transfers: [CurlLibrary.Handle: CurlTransfer] = [:]
    private var handles: [ObjectIdentifier: CurlLibrary.Handle] = [:]

    private init(_ library: CurlLibrary, _ settings: CurlSettings, _ multi: CurlLibrary.Handle, _ mailbox: CurlMailbox)
    {
        self.library = library
        self.settings = settings
        self.multi = multi
        self.mailbox = mailbox
    }

    /// Starts a thread that sends until its mailbox says that it is to stop.
    ///
    /// - Returns: Whether there is such a thread now.
    static func start(_ library: CurlLibrary, _ settings: CurlSettings, multi: UInt, _ mailbox: CurlMailbox) -> Bool {
        let work = ThreadWork {
            guard let multi = CurlLibrary.Handle(bitPattern: multi) else { return }
            var loop = CurlLoop(library, settings, multi, mailbox)
            loop.run()
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(work)
        let result = pthread_create(
            &thread,
            nil,
            { context in
                // A connection that the other side has closed is an error of writing, and not the end of the process.
                var blocked = sigset_t()
                sigemptyset(&blocked)
                sigaddset(&blocked, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &blocked, nil)
                if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body() }
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

    private final class ThreadWork: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private mutating func run() {
        var isStopped = false
        while !isStopped {
            for order in mailbox.takeAll() {
                switch order {
                case .send(let request, let ticket): begin(request, ticket)
                case .drop(let ticket): drop(ticket)
                case .stop: isStopped = true
                }
            }
            var running: Int32 = 0
            _ = library.perform(multi, &running)
            let hasFinished = finishTransfers()
            // What has just ended may have made room for another, and its sender may have the next one ready.
            guard !isStopped, !hasFinished, !endOverdue() else { continue }
            // Timers of libcurl's own end the wait early.
            _ = library.poll(multi, nil, 0, Int32(longestWait), nil)
        }
        for order in mailbox.close() {
            if case .send(_, let ticket) = order { ticket.settle(.failure(.cancelled)) }
        }
        for transfer in transfers.values {
            _ = library.remove(multi, transfer.easy)
            transfer.finish()
            transfer.ticket.settle(.failure(.cancelled))
            library.cleanupEasy(transfer.easy)
        }
        _ = library.cleanupMulti(multi)
    }

    private mutating func begin(_ request: HTTPRequest, _ ticket: ResponseTicket) {
        guard !ticket.isSettled else { return }
        // A handle of its own each time. Before 8.3, one that is used again remembers the last field of the response
        // before, whose memory is freed, and a server crashes the process with a space at the beginning of a line
        // (https://github.com/curl/curl/issues/11620).
        guard let easy = library.makeEasy() else {
            ticket.settle(.failure(.transportUnavailable))
            return
        }
        let time = settings.limits.time(for: request)
        let transfer = CurlTransfer(easy, ticket, library, settings.limits, time: time)
        transfer.prepare(request, settings)
        guard library.add(multi, easy) == 0 else {
            transfer.finish()
            library.cleanupEasy(easy)
            ticket.settle(.failure(.transportUnavailable))
            return
        }
        transfers[easy] = transfer
        handles[ObjectIdentifier(ticket)] = easy
    }

    private mutating func drop(_ ticket: ResponseTicket) {
        guard let easy = handles[ObjectIdentifier(ticket)] else { return }
        end(easy)
    }

    /// Takes a transfer away.
    private mutating func end(_ easy: CurlLibrary.Handle) {
        guard let transfer = transfers.removeValue(forKey: easy) else { return }
        handles[ObjectIdentifier(transfer.ticket)] = nil
        _ = library.remove(multi, easy)
        transfer.finish()
        library.cleanupEasy(easy)
    }

    /// The transfers that may be waiting for a connection, to which libcurl does not apply their limits of time.
    private var waiting: [CurlTransfer] {
        transfers.count > settings.connections ? transfers.values.filter { $0.waitEnds != nil } : []
    }

    /// How many milliseconds may go by before somebody has waited for too long: an hour, where nobody waits.
    private var longestWait: Int {
        let rest = waiting.compactMap(\.waitEnds).min().map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3_600)
        return max(1, min(rest, .seconds(3_600)).milliseconds)
    }

    /// Ends what has waited for a connection for as long as it may.
    private mutating func endOverdue() -> Bool {
        let overdue = waiting.filter { $0.waitEnds.map { $0 <= .now } ?? false }
        for transfer in overdue {
            transfer.ticket.settle(transfer.overdue)
            end(transfer.easy)
        }
        return !overdue.isEmpty
    }

    private mutating func finishTransfers() -> Bool {
        var hasFinished = false
        var left: Int32 = 0
        while let message = library.readMessage(multi, &left) {
            // struct CURLMsg: what it is, which handle, and the result. CURLMSG_DONE is the only kind there is.
            guard message.load(as: Int32.self) == 1 else { continue }
            let easy = message.load(fromByteOffset: 8, as: CurlLibrary.Handle.self)
            let result = message.load(fromByteOffset: 16, as: CurlLibrary.Result.self)
            // The outcome first: the handle is taken away while whoever waited for it wakes up.
            if let transfer = transfers[easy] { transfer.ticket.settle(transfer.outcome(result)) }
            end(easy)
            hasFinished = true
        }
        return hasFinished
    }
}
#endif
