import Dispatch
import Synchronization

/// The connections of a database, which tasks share.
final class PostgreSQLPool: Sendable {
    private struct Waiter: Sendable {
        let ticket: PostgreSQLConnection.Ticket
        let continuation: CheckedContinuation<Result<PostgreSQLConnection, PostgreSQLFailure>, Never>
    }

    private struct State {
        /// The open connections, each with the number of tasks that use it.
        var members: [(connection: PostgreSQLConnection, load: Int)] = []
        var waiters: [Waiter] = []
        var isOpening = false
        /// After a failure, fewer connections have to do for a while.
        var growsAfter = ContinuousClock.now
        var isClosed = false
        var hasOtherHosts = false
    }

    private let opener: PostgreSQLOpener
    private let limit: Int
    private let statementTime: Duration
    private let loop = PostgreSQLLoop()
    private let queue = DispatchQueue(label: "Persistence.PostgreSQLOpener")
    private let state = Mutex(State())

    init(_ opener: PostgreSQLOpener, limit: Int, statementTime: Duration) {
        (self.opener, self.limit, self.statementTime) = (opener, limit, statementTime)
    }

    deinit { loop?.stop() }

    /// Whether another host of the connection string may accept what one has refused.
    var hasOtherHosts: Bool { state.withLock { $0.hasOtherHosts } }

    /// Returns the connection with the fewest tasks, which the caller has to release.
    ///
    /// It opens another one if all are in use, and waits only if there is none.
    func acquire() async throws(PostgreSQLFailure) -> PostgreSQLConnection {
        let ticket = PostgreSQLConnection.Ticket()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { acquire(Waiter(ticket: ticket, continuation: $0)) }
        } onCancel: {
            ticket.cancel()
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket === ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: .failure(.cancelled))
        }
        return try result.get()
    }

    private func acquire(_ waiter: Waiter) {
        let (result, opens): (Result<PostgreSQLConnection, PostgreSQLFailure>?, Bool) = state.withLock { state in
            if state.isClosed { return (.failure(.closed), false) }
            if waiter.ticket.isCancelled { return (.failure(.cancelled), false) }
            state.members.removeAll { $0.connection.isEnded }
            let place = state.members.indices.min { state.members[$0].load < state.members[$1].load }
            let isBusy = place.map { state.members[$0].load > 0 && state.growsAfter <= .now } ?? true
            let opens = isBusy && !state.isOpening && state.members.count < limit
            if opens { state.isOpening = true }
            guard let place else {
                state.waiters.append(waiter)
                return (nil, opens)
            }
            state.members[place].load += 1
            return (.success(state.members[place].connection), opens)
        }
        if opens { Task { await open() } }
        if let result { waiter.continuation.resume(returning: result) }
    }

    func release(_ connection: PostgreSQLConnection) {
        state.withLock { state in
            guard let place = state.members.firstIndex(where: { $0.connection === connection }) else { return }
            state.members[place].load -= 1
        }
    }

    /// Closes all connections; statements in progress fail.
    func close() {
        let waiters = state.withLock { state in
            defer { (state.isClosed, state.members, state.waiters) = (true, [], []) }
            return state.waiters
        }
        loop?.stop()
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.closed)) }
    }

    /// Opens a connection for the waiting tasks.
    private func open() async {
        let result: Result<PostgreSQLConnection, PostgreSQLFailure>
        do throws(PostgreSQLFailure) {
            result = .success(try await connect())
        } catch {
            result = .failure(error)
        }
        let waiters = state.withLock { state in
            defer { (state.isOpening, state.waiters) = (false, []) }
            switch result {
            case .success(let connection):
                if !state.isClosed { state.members.append((connection, state.waiters.count)) }
            case .failure: state.growsAfter = .now + .seconds(1)
            }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: result) }
    }

    private func connect() async throws(PostgreSQLFailure) -> PostgreSQLConnection {
        guard let loop else { throw .noDescriptor }
        let opened = try await queue.run { [opener] () throws(PostgreSQLFailure) in try opener.open() }
        state.withLock { $0.hasOtherHosts = opened.hasOtherHosts }
        let connection = PostgreSQLConnection(opened.address, opened.functions, loop)
        loop.add(connection)
        let limit = PostgreSQLValue.text(String(Int(statementTime / .milliseconds(1))))
        do throws(PostgreSQLFailure) {
            try await connection.run(
                "SELECT set_config('statement_timeout', $1, false)",
                [limit],
                until: .now + .seconds(5)
            )
        } catch {
            connection.end()
            throw error
        }
        return connection
    }
}
