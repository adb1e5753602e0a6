internal import CAccountFlowPostgreSQL
import Dispatch
import Synchronization

/// A connection in pipeline mode: the task of a caller sends its statement, and the thread of the loop receives results.
///
/// Each statement is followed by a synchronisation, so it is a transaction of its own.
final class PostgreSQLConnection: Sendable {
    typealias Outcome = Result<PostgreSQLRows, PostgreSQLFailure>

    /// The time in which a cancelled statement must end; otherwise its connection is closed.
    private static let cancellationTime: Duration = .milliseconds(60)

    /// The time after which an unused connection is closed.
    private static let longestIdleTime: Duration = .seconds(60)

    /// The cancellation of a call, which can come before the call waits.
    final class Ticket: Sendable {
        private let flag = Atomic(false)

        var isCancelled: Bool { flag.load(ordering: .acquiring) }

        func cancel() { flag.store(true, ordering: .releasing) }
    }

    /// A statement that was sent, and what has come of its results.
    private struct Request: Sendable {
        let ticket: Ticket
        let continuation: CheckedContinuation<Outcome, Never>
        let statement: UInt
        var deadline: ContinuousClock.Instant
        /// Whether the next result is that of preparing the statement.
        var prepares = false
        var outcome = Outcome.failure(.lost)
    }

    private struct State: Sendable {
        /// The address of libpq's connection, because a pointer is not Sendable; 0 once it is closed.
        var address: UInt
        var handle: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }
        /// The requests, in the order of their results.
        var requests: [Request] = []
        /// The addresses of the prepared statements, which are also their names.
        var prepared: Set<UInt> = []
        /// Whether a part of the requests has not been written.
        var hasUnwritten = false
        /// Whether the loop has to close the connection, which accepts no statement any more.
        var isEnded = false
        var lastUse = ContinuousClock.now
    }

    let socket: Int32
    private let functions: PQFunctions
    private let loop: PostgreSQLLoop
    private let state: Mutex<State>

    /// Whether the version of the schema was checked on this connection.
    let isChecked = Atomic(false)

    /// Whether the server has warned about the first request.
    private let hasWarned = Atomic(false)

    /// Takes over an open connection of libpq, by its address.
    init(_ address: UInt, _ functions: PQFunctions, _ loop: PostgreSQLLoop) {
        (self.functions, self.loop) = (functions, loop)
        let handle = UnsafeMutableRawPointer(bitPattern: address)
        socket = functions.socket(handle)
        let isReady = functions.setnonblocking(handle, 1) == 0 && functions.enterPipelineMode(handle) == 1
        state = Mutex(State(address: address, isEnded: !isReady))
        // The connection is closed before this object is released.
        let receiver: PQNoticeReceiver = { context, notice in
            guard let context else { return }
            Unmanaged<PostgreSQLConnection>.fromOpaque(context).takeUnretainedValue().take(notice)
        }
        _ = functions.setNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Sends a statement, which is prepared before its first use, and waits for its result until a deadline.
    ///
    /// If the task is cancelled, so is the statement, unless it has ended.
    @discardableResult
    func run(
        _ sql: StaticString,
        _ values: [PostgreSQLValue] = [],
        until deadline: ContinuousClock.Instant
    ) async throws(PostgreSQLFailure) -> PostgreSQLRows {
        let ticket = Ticket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let request = Request(
                    ticket: ticket,
                    continuation: continuation,
                    statement: UInt(bitPattern: sql.utf8Start),
                    deadline: deadline
                )
                if let failure = send(sql, values, request) { continuation.resume(returning: .failure(failure)) }
            }
        } onCancel: {
            cancel(ticket)
        }
        return try outcome.get()
    }

    /// Sends a statement, or returns a failure if it was not sent.
    private func send(_ sql: StaticString, _ values: [PostgreSQLValue], _ request: Request) -> PostgreSQLFailure? {
        let (count, name) = (Int32(values.count), String(request.statement))
        let (failure, wakes): (PostgreSQLFailure?, Bool) = values.withParameters { values, lengths, formats in
            state.withLock { state in
                guard !request.ticket.isCancelled else { return (.cancelled, false) }
                guard !state.isEnded, let handle = state.handle else { return (.unreachable, false) }
                var request = request
                request.prepares = state.prepared.insert(request.statement).inserted
                state.lastUse = .now
                let isSent =
                    (!request.prepares || functions.sendPrepare(handle, name, sql.utf8Start, 0, nil) == 1)
                    && functions.sendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
                    && functions.pipelineSync(handle) == 1
                guard isSent else {
                    state.isEnded = true
                    // An earlier part of the request may have been written.
                    return (.lost, true)
                }
                state.requests.append(request)
                state.hasUnwritten = functions.flush(handle) != 0
                return (nil, state.hasUnwritten)
            }
        }
        if wakes { loop.wake() }
        return failure
    }

    private func cancel(_ ticket: Ticket) {
        ticket.cancel()
        state.withLock { state in
            guard let place = state.requests.firstIndex(where: { $0.ticket === ticket }) else { return }
            state.requests[place].deadline = min(.now + Self.cancellationTime, state.requests[place].deadline)
            // The server executes the first statement; the others must not be cancelled.
            if place == 0 { cancelStatement(state) }
        }
        loop.wake()
    }

    /// Sends a request to cancel the statement that the server executes, over a connection of its own.
    private func cancelStatement(_ state: State) {
        let address = UInt(bitPattern: functions.getCancel(state.handle))
        guard address != 0 else { return }
        // It waits for the server.
        DispatchQueue.global().async { [functions] in
            let cancellation = UnsafeMutableRawPointer(bitPattern: address)
            var message: [CChar] = Array(repeating: 0, count: 256)
            _ = functions.cancel(cancellation, &message, Int32(message.count))
            functions.freeCancel(cancellation)
        }
    }

    /// Makes the loop close the connection; its requests fail.
    func end() {
        state.withLock { $0.isEnded = true }
        loop.wake()
    }
}

// The methods that only the thread of the loop calls.
extension PostgreSQLConnection {
    /// What the loop waits for: whether the socket can be written, and the first deadline; nil if it has to close the
    /// connection.
    func interest(at now: ContinuousClock.Instant) -> (writes: Bool, deadline: ContinuousClock.Instant?)? {
        state.withLock { state in
            let deadline = state.requests.lazy.map(\.deadline).min()
            if let deadline, deadline <= now, !state.isEnded {
                cancelStatement(state)
                for place in state.requests.indices where state.requests[place].deadline <= now {
                    state.requests[place].outcome = .failure(.late)
                }
            }
            if deadline ?? state.lastUse + Self.longestIdleTime <= now { state.isEnded = true }
            return state.isEnded ? nil : (state.hasUnwritten, deadline)
        }
    }

    /// Writes what has not been written.
    func write() {
        state.withLock { state in
            let rest = functions.flush(state.handle)
            (state.hasUnwritten, state.isEnded) = (rest == 1, state.isEnded || rest < 0)
        }
    }

    /// Reads results, and resumes the tasks whose requests have all of theirs.
    func read() {
        let answered = state.withLock { state in
            var answered: [Request] = []
            if functions.consumeInput(state.handle) == 0 { state.isEnded = true }
            // Between the results of two statements there is one null.
            var nulls = 0
            while !state.requests.isEmpty, nulls < 2, functions.isBusy(state.handle) == 0 {
                if let result = functions.getResult(state.handle) {
                    nulls = 0
                    take(result, in: &state, &answered)
                } else {
                    nulls += 1
                }
            }
            return answered
        }
        for request in answered { request.continuation.resume(returning: request.outcome) }
    }

    private func take(_ result: UnsafeMutableRawPointer, in state: inout State, _ answered: inout [Request]) {
        switch functions.resultStatus(result) {
        // PGRES_COMMAND_OK and PGRES_TUPLES_OK
        case 1, 2:
            guard state.requests[0].prepares else {
                state.requests[0].outcome = .success(PostgreSQLRows(result, functions))
                return
            }
            state.requests[0].prepares = false
        // PGRES_PIPELINE_SYNC
        case 10:
            // A commit that no longer waits for a synchronous standby succeeds with a warning.
            if hasWarned.exchange(false, ordering: .relaxed) { state.requests[0].outcome = .failure(.lost) }
            answered.append(state.requests.removeFirst())
        // PGRES_PIPELINE_ABORTED, after an error of the same request
        case 11: break
        // PGRES_FATAL_ERROR, and results that no statement has
        default:
            if state.requests[0].prepares { state.prepared.remove(state.requests[0].statement) }
            // PG_DIAG_SQLSTATE; a lost connection has none.
            let failure = functions.resultErrorField(result, 67).map { PostgreSQLFailure(state: String(cString: $0)) }
            state.requests[0].outcome = .failure(failure ?? .lost)
        }
        functions.clear(result)
    }

    /// Takes a notice, whose state (PG_DIAG_SQLSTATE) begins with 01 if it is a warning.
    private func take(_ notice: UnsafeRawPointer?) {
        let state = functions.resultErrorField(notice, 67).map { String(cString: $0) }
        if state?.hasPrefix("01") == true { hasWarned.store(true, ordering: .relaxed) }
    }

    /// Closes the connection; the results of its requests are unknown.
    func close() {
        let requests = state.withLock { state in
            functions.finish(state.handle)
            defer { (state.isEnded, state.address, state.requests) = (true, 0, []) }
            return state.requests
        }
        for request in requests {
            // Rows without their synchronisation may belong to a transaction that was not committed.
            var outcome = Outcome.failure(.lost)
            if case .failure = request.outcome { outcome = request.outcome }
            request.continuation.resume(returning: outcome)
        }
    }
}
