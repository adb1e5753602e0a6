internal import CAccountFlowPostgreSQL
import Dispatch
import Synchronization

/// The rows of a result, whose values are texts; nil is NULL.
typealias PostgreSQLRows = [[String?]]

/// A connection in pipeline mode: the task of a caller sends its statement, and the thread of the pool receives results.
///
/// Statements wait while the connection is being opened. Each is followed by a synchronisation, so it is a transaction of
/// its own.
final class PostgreSQLConnection: Sendable {
    private typealias Outcome = Result<PostgreSQLRows, PostgreSQLFailure>

    /// The time after which a cancelled task no longer waits for its statement.
    private static let cancellationTime: Duration = .milliseconds(60)

    /// The time in which a server must end a statement that was cancelled; otherwise the connection is closed.
    private static let endingTime: Duration = .seconds(1)

    /// The time after which an unused connection is closed.
    private static let longestIdleTime: Duration = .seconds(60)

    /// The time after which a connection whose server refuses changes gives way to one that may lead to another server.
    private static let shortestUse: Duration = .seconds(1)

    /// A statement, and what has come of its results.
    private struct Request: Sendable {
        let number: Int
        let statement: PostgreSQLStatement
        /// The task that waits for the outcome, unless its time is over.
        var continuation: CheckedContinuation<Outcome, Never>?
        var deadline: ContinuousClock.Instant
        var sending = ContinuousClock.now
        /// Whether the server shall end the statement, once it executes it.
        var isCancelled = false
        /// Whether the next result is that of preparing the statement.
        var prepares = false
        var outcome: Outcome?
    }

    private struct State: Sendable {
        /// Nil until the connection is open, and once it is closed.
        var handle: PostgreSQLHandle?
        /// The requests, in the order of their results.
        var requests: [Request] = []
        /// The names of the prepared statements.
        var prepared: Set<UInt> = []
        /// Whether a part of the requests has not been written.
        var hasUnwritten = false
        /// When the first request must have ended, because the server was sent its cancellation.
        var firstEnd: ContinuousClock.Instant?
        /// Whether the thread has to close the connection, which accepts no statement any more.
        var isEnded = false
        /// Why it accepts none.
        var failure = PostgreSQLFailure.unreachable
        var beginning = ContinuousClock.now
        var lastUse = ContinuousClock.now
        var lastReceipt = ContinuousClock.now
    }

    private static let numbers = Atomic(0)

    private let pool: PostgreSQLPool
    private let state = Mutex(State())
    private let requestCount = Atomic(0)

    /// Whether the connection gets no more statements, and is closed after those that it has.
    let isRetired = Atomic(false)

    /// The socket, once the connection is open.
    let socket = Atomic(Int32(-1))

    /// When the version of the schema has to be checked again on this connection.
    let nextCheck = Mutex(ContinuousClock.now)

    init(_ pool: PostgreSQLPool) { self.pool = pool }

    /// The number of statements without a result.
    var load: Int { requestCount.load(ordering: .relaxed) }

    /// Executes a statement, which is prepared before its first use, and waits for its result until a deadline, and not
    /// longer than one attempt may take.
    ///
    /// If the task is cancelled, or the deadline is over, so is the statement, unless it has ended: the connection stays
    /// open, because the server would execute the statements of a closed one that it has received.
    @discardableResult
    func run(
        _ statement: PostgreSQLStatement,
        until deadline: ContinuousClock.Instant
    ) async throws(PostgreSQLFailure) -> PostgreSQLRows {
        let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let request = Request(
                    number: number,
                    statement: statement,
                    continuation: continuation,
                    deadline: deadline
                )
                let (failure, wakes): (PostgreSQLFailure?, Bool) = state.withLock { state in
                    // A later cancellation finds the request.
                    if Task.isCancelled { return (.cancelled, false) }
                    if state.isEnded { return (state.failure, false) }
                    state.requests.append(request)
                    requestCount.add(1, ordering: .relaxed)
                    send(state.requests.count - 1, in: &state)
                    return (nil, state.isEnded || state.hasUnwritten)
                }
                if let failure { continuation.resume(returning: .failure(failure)) }
                if wakes { pool.wake() }
            }
        } onCancel: {
            cancel(number)
        }
        return try outcome.get()
    }

    /// Sends the statement of the request at a place, unless the connection is still being opened.
    private func send(_ place: Int, in state: inout State) {
        guard !state.isEnded, let handle = state.handle else { return }
        let (connection, statement) = (handle.pointer, state.requests[place].statement)
        let (name, prepares) = (String(statement.name), state.prepared.insert(statement.name).inserted)
        state.requests[place].prepares = prepares
        state.lastUse = .now
        state.requests[place].sending = state.lastUse
        state.requests[place].deadline = min(state.lastUse + pool.attemptTime, state.requests[place].deadline)
        let isSent = statement.withValues { count, values in
            (!prepares || handle.functions.sendPrepare(connection, name, statement.text, 0, nil) == 1)
                && handle.functions.sendQueryPrepared(connection, name, count, values, nil, nil, 0) == 1
                && handle.functions.pipelineSync(connection) == 1
        }
        // Otherwise, an earlier part of the request may have been written.
        if !isSent { state.isEnded = true }
        state.hasUnwritten = handle.functions.flush(connection) != 0
    }

    private func cancel(_ number: Int) {
        let unsent: Request? = state.withLock { state in
            guard let place = state.requests.firstIndex(where: { $0.number == number }) else { return nil }
            guard state.handle != nil else {
                requestCount.subtract(1, ordering: .relaxed)
                return state.requests.remove(at: place)
            }
            state.requests[place].deadline = min(.now + Self.cancellationTime, state.requests[place].deadline)
            state.requests[place].isCancelled = true
            return nil
        }
        unsent?.continuation?.resume(returning: .failure(.cancelled))
        pool.wake()
    }

    /// Sends a request to cancel the statement that the server executes, over a connection of its own.
    private func cancelStatement(_ handle: PostgreSQLHandle?) {
        guard let functions = handle?.functions else { return }
        let address = UInt(bitPattern: functions.getCancel(handle?.pointer))
        guard address != 0 else { return }
        // It waits for the server, for ever if that is silent. On another queue, tasks would wait for its threads.
        pool.cancellations.async {
            let cancellation = UnsafeMutableRawPointer(bitPattern: address)
            var message: [CChar] = Array(repeating: 0, count: 256)
            _ = functions.cancel(cancellation, &message, Int32(message.count))
            functions.freeCancel(cancellation)
        }
    }

    /// Sends the statements that have waited for the connection.
    func begin(_ handle: PostgreSQLHandle) {
        // A warning while the connection was opened is not about a request.
        handle.hasStoppedWaiting.store(false, ordering: .relaxed)
        socket.store(handle.functions.socket(handle.pointer), ordering: .relaxed)
        state.withLock { state in
            (state.handle, state.beginning, state.lastUse, state.lastReceipt) = (handle, .now, .now, .now)
            for place in state.requests.indices { send(place, in: &state) }
        }
    }

    /// Closes the connection; its requests fail for a reason, unless they have failed before.
    func close(_ failure: PostgreSQLFailure) {
        let requests = state.withLock { state in
            defer { (state.isEnded, state.handle, state.requests) = (true, nil, []) }
            // A later statement is not sent.
            if !failure.mayHaveRun { state.failure = failure }
            return state.requests
        }
        for request in requests {
            // Rows without their synchronisation may belong to a transaction that was not committed.
            var outcome = Outcome.failure(failure)
            if let earlier = request.outcome, case .failure = earlier { outcome = earlier }
            request.continuation?.resume(returning: outcome)
        }
    }
}

// The methods that only the thread of the pool calls.
extension PostgreSQLConnection {
    /// What the thread waits for: whether the socket can be written, and the first deadline; nil if it has to close the
    /// connection.
    ///
    /// Resumes the tasks whose time is over, and cancels the first statement if its task does not wait for it any more. It
    /// does not wait for a task that is sending a statement, but looks again soon.
    ///
    /// If nothing came from the server for a whole attempt, the beginning of that is stored in `silence`: all connections
    /// that have received nothing since then are closed, so that calls open another one.
    func interest(
        at now: ContinuousClock.Instant,
        silence: inout ContinuousClock.Instant?
    ) -> (writes: Bool, deadline: ContinuousClock.Instant?)? {
        let interest: (writes: Bool, deadline: ContinuousClock.Instant?)?? = state.withLockIfAvailable { state in
            for place in state.requests.indices where state.requests[place].deadline <= now {
                let request = state.requests[place]
                let isSilent = state.lastReceipt < request.sending && request.sending + pool.attemptTime <= now
                if isSilent { silence = max(silence ?? request.sending, request.sending) }
                state.requests[place].isCancelled = true
                state.requests[place].continuation.take()?.resume(returning: .failure(isSilent ? .lost : .late))
            }
            if let silence, state.lastReceipt < silence {
                state.isEnded = true
                // Otherwise, a change that waits for a standby would keep a connection of the server although it is closed.
                if !state.requests.isEmpty { cancelStatement(state.handle) }
            }
            // The server executes the first statement; the others must not be cancelled.
            if !state.isEnded, let first = state.requests.first, first.isCancelled, state.firstEnd == nil {
                state.firstEnd = now + Self.endingTime
                cancelStatement(state.handle)
            }
            let deadlines = state.requests.lazy.filter { $0.continuation != nil }.map(\.deadline)
            let longestIdleTime = isRetired.load(ordering: .relaxed) ? .zero : Self.longestIdleTime
            let end = state.requests.isEmpty ? state.lastUse + longestIdleTime : state.firstEnd
            if let end, end <= now { state.isEnded = true }
            let next = [deadlines.min(), state.firstEnd].compactMap(\.self).min()
            return state.isEnded ? nil : (state.hasUnwritten, next)
        }
        return interest ?? (false, now + .milliseconds(10))
    }

    /// Writes what has not been written, reads results, and resumes the tasks whose requests have all of theirs.
    func exchange(writing writes: Bool, reading reads: Bool) {
        let answered: [Request] = state.withLock { state in
            guard let handle = state.handle else { return [] }
            if reads { state.lastReceipt = .now }
            var answered: [Request] = []
            if writes {
                let rest = handle.functions.flush(handle.pointer)
                (state.hasUnwritten, state.isEnded) = (rest == 1, state.isEnded || rest < 0)
            }
            if handle.functions.consumeInput(handle.pointer) == 0 { state.isEnded = true }
            // Between the results of two statements there is one null.
            var nulls = 0
            while !state.requests.isEmpty, nulls < 2, handle.functions.isBusy(handle.pointer) == 0 {
                guard let result = handle.functions.getResult(handle.pointer) else {
                    nulls += 1
                    continue
                }
                nulls = 0
                if take(result, of: handle, in: &state) {
                    answered.append(state.requests.removeFirst())
                    state.firstEnd = nil
                }
            }
            requestCount.subtract(answered.count, ordering: .relaxed)
            return answered
        }
        for request in answered { request.continuation?.resume(returning: request.outcome ?? .failure(.lost)) }
    }

    /// Takes a result, and returns whether the first request has all of its results.
    private func take(_ result: UnsafeMutableRawPointer, of handle: PostgreSQLHandle, in state: inout State) -> Bool {
        let (functions, prepares) = (handle.functions, state.requests[0].prepares)
        let status = functions.resultStatus(result)
        switch status {
        // PGRES_COMMAND_OK and PGRES_TUPLES_OK
        case 1, 2:
            state.requests[0].prepares = false
            if !prepares { state.requests[0].outcome = .success(rows(of: result, functions)) }
        // PGRES_PIPELINE_SYNC
        case 10:
            // A commit that no longer waits for a synchronous standby succeeds with a warning.
            let hasStoppedWaiting = handle.hasStoppedWaiting.exchange(false, ordering: .relaxed)
            if hasStoppedWaiting { state.requests[0].outcome = .failure(.lost) }
        // PGRES_PIPELINE_ABORTED, after an error of the same request
        case 11: break
        // PGRES_FATAL_ERROR, and results that no statement has
        default:
            if prepares { state.prepared.remove(state.requests[0].statement.name) }
            // PG_DIAG_SQLSTATE; a lost connection has none.
            let code = functions.resultErrorField(result, 67).map { String(cString: $0) }
            var failure = code.map { PostgreSQLFailure(state: $0) } ?? .lost
            if failure.isOfStandby {
                // Another connection looks up the name of the host again, which may have moved to the primary.
                if state.beginning + Self.shortestUse < .now { isRetired.store(true, ordering: .relaxed) }
                failure.isPassing = handle.hasOtherHosts
            }
            state.requests[0].outcome = .failure(failure)
        }
        functions.clear(result)
        return status == 10
    }

    private func rows(of result: UnsafeMutableRawPointer, _ functions: PQFunctions) -> PostgreSQLRows {
        (0..<functions.ntuples(result)).map { row in
            (0..<functions.nfields(result)).map { column in
                if functions.getisnull(result, row, column) == 1 { return nil }
                return functions.getvalue(result, row, column).map { String(cString: $0) }
            }
        }
    }
}
