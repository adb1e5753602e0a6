/// The session of the user, from its beginning to its end; use cases begin, change and end sessions through it.
///
/// Changes of the store and of the state happen one after another, so the last published state is that of the store,
/// as far as this process knows.
/// Every answer of a server is compared with the session that is current then: an answer for an earlier session changes
/// nothing.
///
/// Several processes can share a store. Each of them finds out about the changes of the others when it restores the
/// session, refreshes tokens or calls a use case.
public actor CurrentSession {
    let repository: any SessionRepository
    let refreshing: (any SessionRefreshing)?
    let revoking: (any SessionRevoking)?
    let dates: DateGenerator
    let policy: SessionPolicy
    let clock: any Clock<Duration>
    let stopwatch: Stopwatch
    let uptime: Uptime
    private let start: SessionTime.Moment

    let identifiers: IDGenerator
    let makeTask: @Sendable (@escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never>
    private let stream = StateStream(SessionState.restoring)

    /// What this process knows about the sessions that it has shown, begun or ended.
    var known: [SessionID: KnownSession] = [:]

    /// The session that has become the active one last, or nil if it has ended.
    var activeID: SessionID?

    /// The accounts that this process is deleting.
    var deleting: Set<AccountID> = []

    /// The sessions whose passwords this process is changing, and the number of these changes.
    var passwordChanges: [SessionID: Int] = [:]

    /// The callers that wait for the refresh of a session.
    var waiters: [SessionID: [Int: CheckedContinuation<Result<Session, SessionError>, Never>]] = [:]

    /// The sign-outs that the server does not know of yet, and that the store does not have: of sessions that are not stored,
    /// or from while the store failed.
    var unstoredSignOuts: [PendingSignOut] = []

    /// The tasks of this object: refreshes and the delivery of sign-outs.
    var tasks: [Int: Task<Void, Never>] = [:]

    /// The delivery of sign-outs, if it is under way.
    package var delivery: Task<Void, Never>?

    /// When the delivery of a sign-out has failed last; nil if the last delivery has not failed.
    var failedDelivery: Duration?

    /// Whether a task waits for the end of another process's claim, to deliver then.
    var isDeliveringLater = false

    /// The number of refreshes that were sent, and whose answers are not stored yet.
    var awaitedAnswers = 0

    /// The callers that wait for these answers.
    var finishing: [CheckedContinuation<Void, Never>] = []

    /// A number that grows with every published state and every change of a session.
    var generation = 0

    private var lastNumber = 0
    private(set) var isShutDown = false

    /// Whether a change is under way.
    private(set) var isChanging = false

    private var changes: [CheckedContinuation<Void, Never>] = []

    /// Creates the session of an app; there should be one for each store in a process.
    ///
    /// - Parameters:
    ///   - repository: The store of the sessions.
    ///   - refreshing: Replaces tokens; nil if the service cannot.
    ///   - revoking: Ends sessions on the server; nil if the service cannot.
    ///   - dates: The clock of dates.
    ///   - policy: The lifetime of sessions, which ends a session also while the app runs; and the age of a session from
    ///     which a deletion requires the password.
    ///   - clock: The clock of durations, such as the wait for another process.
    ///   - uptime: The time since the start of the device, by which a process knows how long others have been deleting an
    ///     account.
    ///   - identifiers: Makes the identities of sessions.
    public init(
        _ repository: any SessionRepository,
        refreshing: (any SessionRefreshing)? = nil,
        revoking: (any SessionRevoking)? = nil,
        dates: DateGenerator = .system,
        policy: SessionPolicy = .untilSignOut,
        clock: any Clock<Duration> = ContinuousClock(),
        uptime: Uptime = .system,
        identifiers: IDGenerator = .random
    ) {
        self.init(
            repository,
            refreshing: refreshing,
            revoking: revoking,
            dates: dates,
            policy: policy,
            clock: clock,
            uptime: uptime,
            identifiers: identifiers,
            makeTask: { Task(operation: $0) }
        )
    }

    /// Creates the session of an app whose own tasks a test makes, so that it can schedule them.
    package init(
        _ repository: any SessionRepository,
        refreshing: (any SessionRefreshing)?,
        revoking: (any SessionRevoking)?,
        dates: DateGenerator,
        policy: SessionPolicy,
        clock: any Clock<Duration>,
        uptime: Uptime,
        identifiers: IDGenerator,
        makeTask: @escaping @Sendable (@escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never>
    ) {
        self.makeTask = { work in RequestOwner.withoutOwner { makeTask(work) } }
        self.repository = repository
        self.refreshing = refreshing
        self.revoking = revoking
        self.dates = dates
        self.policy = policy
        self.clock = clock
        self.uptime = uptime
        self.identifiers = identifiers
        stopwatch = Stopwatch(clock)
        start = SessionTime.Moment(date: dates.now, elapsed: .zero)
    }

    // MARK: State

    /// The current state.
    public nonisolated var state: SessionState { stream.state }

    /// The current state, and then every change in the same order for all readers; a new sequence for each reader.
    ///
    /// A reader that is slow skips states, but never the newest one. The sequence ends after ``shutDown()``.
    public nonisolated var states: AsyncStream<SessionState> { stream.states }

    /// Publishes a state; a benchmark measures it.
    package func publish(_ state: SessionState) {
        generation += 1
        var state = state
        let shown = state.shown
        if let session = shown {
            let known = known[session.id]
            if known == nil { self.known[session.id] = KnownSession() }
            if let unsaved = known?.unsaved, unsaved.tokens != session.tokens {
                // Another process has stored newer tokens.
                self.known[session.id]?.place = .store
            } else if let error = known?.storageError, case .signedIn = state {
                state = .signedIn(session, .unsaved(error))
            }
        }
        stream.send(state)
        endWaits(except: shown?.id)
    }

    /// Ends a session in this process, and shows that if it was shown.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - end: The reason.
    ///   - scope: The sessions of the account that end.
    ///   - isStillStored: Whether the end could not be stored.
    func end(_ id: SessionID, _ end: SessionEnd, _ scope: SignOutScope = .thisDevice, isStillStored: Bool = false) {
        generation += 1
        // The other process did not know tokens that could not be stored.
        if end == .elsewhere, let session = known[id]?.unsaved { endOnServer(session) }
        if end != .expired {
            if end == .refused, let session = state.shown, session.id == id { known[id]?.told = session.tokens }
            known[id, default: KnownSession()].end(scope, isStillStored: isStillStored)
        } else if let session = temporary(id) {
            // A session that has expired by a wrong clock can begin again, in this run or a later one.
            known[id]?.place = .store
            endOnServer(session)
        }
        // A switch may have activated a session that is not shown yet.
        if activeID == id { activeID = shownID == id ? nil : shownID }
        if shownID == id { publish(.signedOut(end)) }
    }

    /// Returns whether a session has ended in this process, so that it is never shown again.
    func isOver(_ id: SessionID) -> Bool { known[id]?.end != nil }

    /// Forgets the sessions that have ended, except those about which an answer or a change of the store is awaited.
    func forgetEnded() {
        guard deleting.isEmpty else { return }
        known = known.filter { id, known in
            known.end == nil || known.hasLateChange || waiters[id] != nil || passwordChanges[id] != nil
        }
    }

    /// Returns a session that only this process has, or nil.
    func temporary(_ id: SessionID) -> Session? { known[id]?.temporary }

    /// The sessions that only this process has, in the order of their sign-ins.
    var temporaries: [Session] {
        known.values.compactMap(\.temporary).sorted { ($0.startedAt, $0.id.digits) < ($1.startedAt, $1.id.digits) }
    }

    /// The identity of the session that the state shows, complete or not.
    var shownID: SessionID? { state.shown?.id }

    /// Returns whether a session is shown and can be used; one without a required agreement cannot.
    func isSignedIn(_ id: SessionID) -> Bool { state.session?.id == id }

    /// The session that is shown and has valid tokens, although it may lack a required agreement.
    var authenticated: Session? {
        switch state {
        case .signedIn(let session, _), .agreementRequired(let session, _): session
        case .restoring, .signedOut, .uncertain, .unavailable: nil
        }
    }

    // MARK: Time

    /// The present, as it counts for sessions.
    var time: SessionTime { SessionTime(now: moment, start: start, policy: policy, known: known) }

    /// The present date and elapsed time.
    nonisolated var moment: SessionTime.Moment { SessionTime.Moment(date: dates.now, elapsed: stopwatch.now) }

    // MARK: Changes

    /// Waits until the changes before this one have finished.
    ///
    /// Between this and ``endChange()``, only short work is done: no server is asked.
    func beginChange() async {
        guard isChanging else { return isChanging = true }
        await withCheckedContinuation { changes.append($0) }
    }

    func endChange() {
        guard !changes.isEmpty else { return isChanging = false }
        changes.removeFirst().resume()
    }

    /// Changes the stored sessions, after the changes before this one.
    func change<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        await beginChange()
        defer { endChange() }
        return try await repository.update(change)
    }

    // MARK: Profile

    /// Stores the changed profile of an account in its session, and shows it; a session that has ended does not come back.
    package func updateProfile(of session: Session, to profile: Profile) async -> OpenedSession {
        await beginChange()
        defer { endChange() }
        // A new password may have replaced the session.
        let id = state.session.flatMap { $0.isOfRegistration(of: session) ? $0.id : nil } ?? session.id
        generation += 1
        var storageError: StorageError?
        if case .memory(let temporary, let error) = known[id]?.place {
            known[id]?.place = .memory(temporary.with(profile), error)
        } else {
            do {
                let isThere = try await repository.update { sessions in
                    sessions[id].map { sessions.update($0.with(profile)) } ?? false
                }
                if !isThere { end(id, .elsewhere) }
            } catch {
                storageError = error
            }
        }
        guard case .signedIn(let shown, let freshness) = state, shown.id == id else {
            return OpenedSession(session.with(profile), storageError: storageError)
        }
        publish(.signedIn(shown.with(profile), freshness))
        return OpenedSession(shown.with(profile), storageError: storageError)
    }

    // MARK: Tasks

    /// Runs work that no caller's cancellation ends, but ``shutDown()`` does.
    @discardableResult
    func run(_ work: @escaping @Sendable (isolated CurrentSession) async -> Void) -> Task<Void, Never> {
        let number = nextNumber()
        let task = makeTask {
            await work(self)
            await self.removeTask(number)
        }
        tasks[number] = task
        if isShutDown { task.cancel() }
        return task
    }

    func removeTask(_ number: Int) { tasks[number] = nil }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Cancels the requests to the server, also those that begin afterwards, and ends all sequences of states.
    ///
    /// The answers to refreshes are awaited for three seconds at most, because the server may have replaced the tokens
    /// already. What the server was not told about a remembered session is stored, and the next launch tells it.
    public func shutDown() async {
        await finishRefreshes()
        isShutDown = true
        while let task = tasks.values.first {
            for task in tasks.values { task.cancel() }
            await task.value
        }
        // The last state is that of the store.
        await beginChange()
        defer { endChange() }
        stream.finish()
    }
}

extension SessionState {
    /// The session that the state shows, complete or not.
    var shown: Session? {
        switch self {
        case .signedIn(let session, _), .agreementRequired(let session, _), .uncertain(let session): session
        case .restoring, .signedOut, .unavailable: nil
        }
    }
}
