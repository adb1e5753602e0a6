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

/// The thread that waits for the sockets of all connections of a database.
final class PostgreSQLLoop: Sendable {
    private struct State {
        var connections: [PostgreSQLConnection] = []
        var isRunning = false
        var isStopped = false
    }

    private let state = Mutex(State())

    /// A pipe, whose bytes end the wait.
    private let (input, output): (Int32, Int32)

    /// Creates a loop, or returns nil if the process has no descriptor left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (input, output) = (ends[0], ends[1])
    }

    deinit {
        close(input)
        close(output)
    }

    /// Ends the wait, to consider the connections again.
    func wake() {
        var byte: UInt8 = 0
        // A full pipe ends the wait too.
        _ = write(output, &byte, 1)
    }

    /// Adds a connection, and starts the thread with the first one.
    func add(_ connection: PostgreSQLConnection) {
        let starts = state.withLock { state in
            state.connections.append(connection)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        // A queue of its own has a thread of its own as long as this runs.
        if starts { DispatchQueue(label: "Persistence.PostgreSQL").async { self.run() } }
        wake()
    }

    /// Closes all connections, also those that are still added, and then ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    private func run() {
        while let connections = connections() {
            let now = ContinuousClock.now
            // An idle loop waits for ever. Otherwise it finds deadlines that were set meanwhile within a second.
            var end = now + .seconds(1)
            var waiting: [PostgreSQLConnection] = []
            var sockets = [pollfd(fd: input, events: Int16(POLLIN), revents: 0)]
            for connection in connections {
                guard let interest = connection.interest(at: now) else {
                    remove(connection)
                    continue
                }
                let events = interest.writes ? POLLIN | POLLOUT : POLLIN
                sockets.append(pollfd(fd: connection.socket, events: Int16(events), revents: 0))
                waiting.append(connection)
                end = min(end, interest.deadline ?? end)
            }
            let time = waiting.isEmpty ? -1 : Int32(max((now.duration(to: end) / .milliseconds(1)).rounded(.up), 0))
            guard poll(&sockets, nfds_t(sockets.count), time) > 0 else { continue }
            var bytes: [UInt8] = Array(repeating: 0, count: 64)
            if sockets[0].revents != 0 { while read(input, &bytes, bytes.count) == bytes.count {} }
            for (connection, socket) in zip(waiting, sockets.dropFirst()) {
                if socket.revents & Int16(POLLOUT) != 0 { connection.write() }
                if socket.revents & ~Int16(POLLOUT) != 0 { connection.read() }
            }
        }
    }

    /// Returns the connections, or nil after closing them if the loop was stopped.
    private func connections() -> [PostgreSQLConnection]? {
        let (connections, isStopped) = state.withLock { state in
            if state.isStopped { state.isRunning = false }
            defer { if state.isStopped { state.connections = [] } }
            return (state.connections, state.isStopped)
        }
        guard isStopped else { return connections }
        for connection in connections { connection.close() }
        return nil
    }

    private func remove(_ connection: PostgreSQLConnection) {
        connection.close()
        state.withLock { $0.connections.removeAll { $0 === connection } }
    }
}
