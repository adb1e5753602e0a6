import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The connections of a database, which tasks share, and the thread that waits for their sockets.
final class PostgreSQLPool: Sendable {
    private struct State {
        var connections: [PostgreSQLConnection] = []
        /// The connection that is being opened; statements wait for it if there is no other.
        var opening: PostgreSQLConnection?
        /// After a failure, fewer connections have to do for a while.
        var growsAfter = ContinuousClock.now
        var hasThread = false
        var isClosed = false
    }

    private let opener: PostgreSQLOpener
    private let limit: Int

    /// The time in which a statement must have a result.
    let attemptTime: Duration

    private let queue = DispatchQueue(label: "Persistence.PostgreSQLOpener")

    /// The queue of the requests to cancel statements.
    let cancellations = DispatchQueue(label: "Persistence.PostgreSQLCancellation")

    private let state = Mutex(State())

    /// A pipe, whose bytes end the wait of the thread; its ends are -1 if the process has no descriptor left.
    private let (input, output): (Int32, Int32)

    init(_ opener: PostgreSQLOpener, limit: Int, attemptTime: Duration) {
        (self.opener, self.limit, self.attemptTime) = (opener, limit, attemptTime)
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (input, output) = (ends[0], ends[1])
    }

    deinit {
        _ = systemClose(input)
        _ = systemClose(output)
    }

    /// Returns the connection with the fewest statements, and opens another one if all have some.
    func connection() throws(PostgreSQLFailure) -> PostgreSQLConnection {
        guard output >= 0 else { throw .noDescriptor }
        return try state.withLock { state throws(PostgreSQLFailure) in
            if state.isClosed { throw .closed }
            let usable = state.connections.filter { !$0.isRetired.load(ordering: .relaxed) }
            let free = usable.min { $0.load < $1.load }
            let isEnough = usable.count >= limit || state.growsAfter > .now
            if let free, free.load == 0 || isEnough { return free }
            if let opening = state.opening { return free ?? opening }
            let opening = PostgreSQLConnection(self)
            state.opening = opening
            // Looking up a host blocks.
            queue.async { self.open(opening) }
            return free ?? opening
        }
    }

    private func open(_ connection: PostgreSQLConnection) {
        do throws(PostgreSQLFailure) {
            connection.begin(try opener.open())
        } catch {
            // First, so that none of the calls that wait for the connection gets it again.
            state.withLock { ($0.opening, $0.growsAfter) = (nil, .now + .seconds(1)) }
            return connection.close(error)
        }
        let startsThread = state.withLock { state in
            state.opening = nil
            state.connections.append(connection)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        // A queue of its own has a thread of its own as long as this runs.
        if startsThread { DispatchQueue(label: "Persistence.PostgreSQL").async { self.run() } }
        wake()
    }

    /// Ends the wait of the thread, to consider the connections again.
    func wake() {
        var byte: UInt8 = 0
        // A full pipe ends the wait too.
        _ = write(output, &byte, 1)
    }

    /// Closes all connections, also one that is being opened, and ends the thread; statements in progress fail.
    func close() {
        let opening = state.withLock { state in
            state.isClosed = true
            return state.opening
        }
        opening?.close(.closed)
        wake()
    }

    private func run() {
        var silence: ContinuousClock.Instant?
        // When the thread considers connections without statements again; in each turn, that would cost more than a result.
        var nextLook = ContinuousClock.now
        while let connections = state.withLock({ $0.isClosed ? nil : $0.connections }) {
            let (now, known) = (ContinuousClock.now, silence)
            // An idle thread waits for ever. Otherwise it finds deadlines that were set meanwhile within a second.
            var end = now + .seconds(1)
            var waiting: [PostgreSQLConnection] = []
            var sockets = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
            let considersAll = nextLook <= now
            if considersAll { nextLook = now + .seconds(1) }
            for connection in connections {
                let isIdle = connection.load == 0 && !considersAll
                guard let interest = isIdle ? (false, nil) : connection.interest(at: now, silence: &silence) else {
                    state.withLock { $0.connections.removeAll { $0 === connection } }
                    connection.close(.lost)
                    continue
                }
                let socket = connection.socket.load(ordering: .relaxed)
                let events = interest.writes ? POLLIN | POLLOUT : POLLIN
                sockets.append(pollfd(fd: socket, events: Int16(events), revents: 0))
                waiting.append(connection)
                end = min(end, interest.deadline ?? end)
            }
            if silence != known {
                nextLook = now
                continue
            }
            let time = waiting.isEmpty ? -1 : Int32(max((now.duration(to: end) / .milliseconds(1)).rounded(.up), 0))
            guard poll(&sockets, nfds_t(sockets.count), time) > 0 else { continue }
            var bytes: [UInt8] = Array(repeating: 0, count: 64)
            if sockets[0].revents != 0 { while read(input, &bytes, bytes.count) == bytes.count {} }
            for (connection, socket) in zip(waiting, sockets.dropFirst()) where socket.revents != 0 {
                let events = Int32(socket.revents)
                // The server may have closed it.
                if connection.load == 0 { nextLook = now }
                connection.exchange(writing: events & Int32(POLLOUT) != 0, reading: events & Int32(POLLIN) != 0)
            }
        }
        let connections = state.withLock { state in
            defer { (state.connections, state.hasThread) = ([], false) }
            return state.connections
        }
        for connection in connections { connection.close(.lost) }
    }
}

// A method of the same name hides the system's function.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
