#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Tokens are refreshed when they are needed. One task refreshes the tokens of a session, however many callers wait; a
// claim in the store keeps other processes from it. No caller gets new tokens before they are stored,
// unless the store fails.
extension CurrentSession {
    /// The time for which the access token of a request has to be valid.
    public static var standardValidity: Duration { .seconds(30) }

    /// The lifetime from which a new token is believed to have one; if less is left, the date is probably wrong.
    static var shortestLifetime: Duration { .seconds(5) }

    /// Returns the session of the user, with an access token that is valid for a while.
    ///
    /// A token is refreshed if less time is left, or less than half of its lifetime if that is shorter. One without a known
    /// expiry is not; nor is one that expired within five seconds when it came, by the date of the device: it is used until
    /// a server rejects it. The session may end afterwards, so compare identities before you use an answer for it.
    ///
    /// - Parameter duration: The time for which the token has to be valid, 30 seconds by default.
    /// - Returns: The session.
    /// - Throws: ``SessionError``.
    public func session(validFor duration: Duration = standardValidity) async throws(SessionError) -> Session {
        guard var session = state.session else { throw .signedOut }
        if isDue(session) { session = try complete(try await used()) }
        guard canRefresh(session), needsRefresh(session, for: duration) else { return session }
        return try complete(try await refreshed(session, for: duration))
    }

    /// Returns whether the service can replace the tokens of a session.
    nonisolated func canRefresh(_ session: Session) -> Bool { refreshing?.canRefresh(session) ?? false }

    /// Returns whether less time is left to an access token than a caller needs.
    private func needsRefresh(_ session: Session, for duration: Duration) -> Bool {
        guard let deadline = known[session.id]?.deadline, let end = deadline.end else { return false }
        return end - stopwatch.now < min(duration, deadline.limit ?? duration)
    }

    /// Returns the session with another access token than one that a server rejected.
    ///
    /// If the token was replaced since, nothing is refreshed.
    ///
    /// - Parameter rejected: The session whose token the server rejected.
    /// - Returns: The session, or nil if the service cannot replace its tokens.
    /// - Throws: ``SessionError``, with `.ended` if another session is current.
    public func session(replacing rejected: Session) async throws(SessionError) -> Session? {
        guard isSignedIn(rejected.id) else { throw .ended }
        return try await renewed(rejected).map { session throws(SessionError) in try complete(session) }
    }

    /// Returns a session like ``session(replacing:)``, also if it lacks a required agreement, which a deletion does not need.
    func renewed(_ rejected: Session) async throws(SessionError) -> Session? {
        guard authenticated?.id == rejected.id else { throw .ended }
        let session = try await used()
        if session.token != rejected.token {
            return canRefresh(session) && needsRefresh(session, for: Self.standardValidity)
                ? try await refreshed(session) : session
        }
        guard canRefresh(session) else { return nil }
        return try await refreshed(session)
    }

    /// Returns a session, unless an agreement has been required since, or it has ended.
    private func complete(_ session: Session) throws(SessionError) -> Session {
        guard isSignedIn(session.id) else { throw .ended }
        return session
    }

    /// Sends a request for the session of the user, and once more with another token if the server rejects the first.
    ///
    /// - Parameter request: Sends the request with the token of a session.
    /// - Returns: The answer.
    /// - Throws: ``SessionError``, with `.service` if the request failed. An answer or a failure for a session that ended
    ///   meanwhile is dropped, with `.ended`.
    public func authorized<Value: Sendable>(
        _ request: @Sendable (Session) async throws(AccountServiceFailure) -> Value
    ) async throws(SessionError) -> Value {
        let session = try await session()
        do {
            return try await answer(to: request, of: session)
        } catch {
            guard error == .service(.tokenRefused), let renewed = try await self.session(replacing: session)
            else { throw error }
            return try await answer(to: request, of: renewed)
        }
    }

    /// Sends a request, and returns the answer unless the session has ended meanwhile.
    private func answer<Value: Sendable>(
        to request: @Sendable (Session) async throws(AccountServiceFailure) -> Value,
        of session: Session
    ) async throws(SessionError) -> Value {
        let answer = await RequestOwner(session.id, of: self).sending {
            do throws(AccountServiceFailure) {
                return Result<Value, AccountServiceFailure>.success(try await request(session))
            } catch {
                return .failure(error)
            }
        }
        if case .success = answer { didSucceed() }
        _ = try complete(session)
        do {
            return try answer.get()
        } catch {
            throw error == .cancelled ? .cancelled : .service(error)
        }
    }

    // MARK: Expiry

    /// Returns the session that is shown, with its use recorded if that is necessary, or ends it if it has expired.
    private func used() async throws(SessionError) -> Session {
        guard let session = authenticated else { throw .signedOut }
        guard isDue(session) else { return session }
        await beginChange()
        defer { endChange() }
        // An earlier caller may have recorded the use.
        if let shown = authenticated, isDue(shown) { await noticeStored(isUse: true) }
        guard let shown = authenticated, shown.id == session.id else { throw .ended }
        return shown
    }

    /// Returns whether a session has expired, or its use has to be recorded.
    private func isDue(_ session: Session) -> Bool {
        let (validity, now) = check(session)
        return validity == .expired || policy.shouldPersistUse(of: session, at: now)
    }

    /// The date of a use of a valid session; nil if it does not have to be recorded.
    func use(of session: Session) -> Date? {
        let (validity, now) = check(session)
        return validity == .valid && policy.shouldPersistUse(of: session, at: now) ? now : nil
    }

    /// Checks the lifetime of a session, and returns the present date for it; no later change of the date has an effect on a
    /// valid one.
    func check(_ session: Session) -> (validity: SessionPolicy.Validity, now: Date) {
        let (time, date) = (time, time.date(for: session))
        let validity = time.validity(of: session)
        if validity == .valid, known[session.id]?.firstValid == nil {
            known[session.id, default: KnownSession()].firstValid =
                SessionTime.Moment(date: date, elapsed: time.now.elapsed)
        }
        return (validity, date)
    }

    /// Notes when an access token expires, unless that was noted before; no later change of the date has an effect.
    ///
    /// If a new token expires at once, by the date of the device, the date is probably wrong. The token is used until the
    /// server rejects it, because otherwise every use would refresh it.
    func noteToken(of session: Session, at now: SessionTime.Moment, isNew: Bool = false) {
        let expiry = session.tokens.accessExpiresAt
        // A service that returns the same token again, with the same expiry, is not asked for it at every use.
        if !isNew, let noted = known[session.id]?.deadline, noted.token == session.token, noted.expiry == expiry {
            return
        }
        // A hundred years are enough for any token, and fit a duration.
        let end = expiry.map {
            now.elapsed + .seconds(min(max($0.timeIntervalSince(now.date), -3_153_600_000), 3_153_600_000))
        }
        // Another process has stored the token since this one noted the token before.
        let oldest = isNew ? now.elapsed : known[session.id]?.deadline?.noted
        let lifetime = end.flatMap { end in oldest.map { end - $0 } }
        known[session.id, default: KnownSession()].deadline = KnownSession.Deadline(
            token: session.token,
            expiry: expiry,
            noted: stopwatch.now,
            end: lifetime.map { $0 < Self.shortestLifetime } ?? false ? nil : end,
            limit: lifetime.map { $0 / 2 }
        )
    }

    // MARK: Waiting

    /// Returns a session with another token; one of another process is refreshed if it expires too soon.
    private func refreshed(
        _ session: Session,
        for duration: Duration = standardValidity
    ) async throws(SessionError) -> Session {
        var session = session
        repeat {
            session = try await refreshedOnce(session)
        } while canRefresh(session) && needsRefresh(session, for: duration)
        return session
    }

    /// Waits for the refresh of a session, which the first caller starts.
    private func refreshedOnce(_ session: Session) async throws(SessionError) -> Session {
        let (id, number) = (session.id, nextNumber())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Session, SessionError>, Never>) in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
                startRefresh(of: session)
                waiters[id]?[number] = continuation
            }
        } onCancel: {
            Task { await self.stopWaiting(number, for: id) }
        }
        return try result.get()
    }

    /// Starts the refresh of a session, unless it is running.
    func startRefresh(of session: Session) {
        guard waiters[session.id] == nil else { return }
        waiters[session.id] = [:]
        run { await $0.refresh(session) }
    }

    private func stopWaiting(_ number: Int, for id: SessionID) {
        waiters[id]?.removeValue(forKey: number)?.resume(returning: .failure(.cancelled))
    }

    /// Tells the callers that wait for tokens of sessions that are not shown any more, without waiting for the server.
    func endWaits(except shownID: SessionID?) {
        for id in waiters.keys where id != shownID { resumeWaiters(of: id, returning: .failure(.ended)) }
    }

    private func resumeWaiters(of id: SessionID, returning result: Result<Session, SessionError>) {
        let waiting = waiters[id] ?? [:]
        waiters[id] = [:]
        for waiter in waiting.sorted(by: { $0.key < $1.key }) { waiter.value.resume(returning: result) }
    }

    private func refresh(_ session: Session) async {
        let result: Result<Session, SessionError>
        do throws(SessionError) {
            result = .success(try await refreshTokens(of: session))
        } catch {
            result = .failure(error)
        }
        resumeWaiters(of: session.id, returning: result)
        waiters[session.id] = nil
        // A sign-out waits for the new tokens.
        deliverLater()
    }

    // MARK: Refreshing

    /// The right to ask the server for new tokens.
    private enum Claim: Sendable {
        /// The server may be asked about this session, until a date; nil if the store does not know.
        ///
        /// Another process may be asking the server too, if its earlier claim has ended while it waited for the answer.
        case granted(Session, until: Date?, earlier: Date?)

        /// Another process asks the server, at most for these seconds.
        case taken(TimeInterval)

        /// Another process has replaced the tokens.
        case replaced(Session)

        /// The session has ended.
        case ended
    }

    private func refreshTokens(of session: Session) async throws(SessionError) -> Session {
        guard let refreshing else { return session }
        while true {
            switch await claim(session) {
            case .granted(let session, let end, let earlier):
                let tokens: TokenSet
                awaitedAnswers += 1
                do {
                    tokens = try await refreshing.refresh(session)
                } catch {
                    answerCame()
                    var failure = error
                    if failure == .tokenRefused, temporary(session.id) == nil {
                        failure = await refusal(of: session, end, isFirst: earlier == nil)
                    }
                    return try await fail(session, failure, claim: end, leaving: earlier)
                }
                defer { answerCame() }
                return try await store(tokens, of: session, claim: end)
            case .taken(let seconds):
                do {
                    try await clock.sleep(for: .seconds(min(seconds, 0.1)))
                } catch {
                    throw .cancelled
                }
            case .replaced(let newer): return newer
            case .ended: throw .ended
            }
        }
    }

    /// Waits until the answers to refreshes have come and are stored, for three seconds at most.
    ///
    /// The server may have replaced the tokens already. Without the answer, it would end the session at the next refresh.
    package func finishRefreshes() async {
        guard awaitedAnswers > 0 else { return }
        let limit = run { this in
            // It is cancelled when the answers have come.
            try? await this.clock.sleep(for: .seconds(3))
            this.endFinishing()
        }
        await withCheckedContinuation { finishing.append($0) }
        limit.cancel()
    }

    private func answerCame() {
        awaitedAnswers -= 1
        if awaitedAnswers == 0 { endFinishing() }
    }

    private func endFinishing() {
        for continuation in finishing { continuation.resume() }
        finishing = []
    }

    /// The seconds for which a process that asks the server keeps others from it.
    static var claimTime: TimeInterval { 30 }

    /// The seconds after which an earlier claim is certainly that of a process that was killed.
    static var leftoverTime: TimeInterval { 3_600 }

    /// Reads the session again, and claims to ask the server.
    private func claim(_ session: Session) async -> Claim {
        await beginChange()
        defer { endChange() }
        guard authenticated?.id == session.id else { return .ended }
        if temporary(session.id) != nil { return .granted(session, until: nil, earlier: nil) }
        let (dates, known, own) = (dates, known, known[session.id]?.claim)
        let claim: Claim
        do {
            claim = try await repository.update { sessions in
                guard let stored = sessions[session.id].map(known.newest) else { return .ended }
                sessions.update(stored)
                if stored.tokens != session.tokens { return .replaced(stored) }
                // A date from before the wait for the store could be earlier than that of another claim.
                let now = dates.now
                if sessions.claims[session.id] == own?.end { sessions.unclaim(session.id, leaving: own?.earlier) }
                let earlier = sessions.claims[session.id].flatMap { now > $0 + Self.leftoverTime ? nil : $0 }
                if let seconds = sessions.claim(session.id, at: now, for: Self.claimTime) { return .taken(seconds) }
                return .granted(stored, until: sessions.claims[session.id], earlier: earlier)
            }
        } catch {
            // A store that can only be read tells what another process does. Without the store, the tokens are refreshed in
            // memory.
            guard var stored = try? await repository.load() else {
                return .granted(session, until: nil, earlier: nil)
            }
            if stored.claims[session.id] == own?.end { stored.unclaim(session.id) }
            switch stored[session.id].map(known.newest) {
            case nil: claim = .ended
            case let newer? where newer.tokens != session.tokens: claim = .replaced(newer)
            case let same?:
                let wait = stored.wait(for: session.id, at: dates.now, for: Self.claimTime)
                return wait.map { .taken($0) } ?? .granted(same, until: nil, earlier: nil)
            }
        }
        switch claim {
        case .ended: end(session.id, .elsewhere)
        case .replaced(let stored): adopt(stored)
        // The newest tokens are stored now.
        case .granted(_, let end, let earlier):
            self.known[session.id]?.place = .store
            self.known[session.id]?.claim = end.map { ($0, earlier) }
        case .taken: self.known[session.id]?.place = .store
        }
        return claim
    }

    /// Waits for the answer to another process, if it has a claim too: the date has changed since, or the claim of this process
    /// could not be stored.
    ///
    /// The server has given that one new tokens, so it refuses the old ones.
    ///
    /// - Returns: The refusal, or a failure that ends nothing if the answer cannot be known.
    private func refusal(of session: Session, _ claim: Date?, isFirst: Bool) async -> AccountServiceFailure {
        let end = stopwatch.now + .seconds(Self.claimTime)
        while stopwatch.now < end {
            do {
                let stored = try await repository.load()
                guard stored[session.id]?.tokens == session.tokens, !isFirst || stored.claims[session.id] != claim
                else {
                    break
                }
            } catch {
                return .storage(error)
            }
            do {
                try await clock.sleep(for: .milliseconds(100))
            } catch {
                return .cancelled
            }
        }
        return .tokenRefused
    }

    /// Shows the tokens that another process has stored.
    func adopt(_ session: Session) {
        noteToken(of: session, at: moment)
        show(session)
    }

    /// Shows new tokens; an agreement that is required stays required.
    private func show(_ session: Session) {
        if case .agreementRequired(_, let documents) = state {
            publish(.agreementRequired(session, documents))
        } else {
            publish(.signedIn(session, .fresh))
        }
    }

    /// What became of new tokens in the store.
    private enum Storing: Sendable {
        case stored

        /// The session is not there, because it has ended.
        case absent

        /// Another process has stored other tokens since the request was sent.
        case replaced(Session)

        case failed(StorageError)
    }

    /// Stores new tokens and shows them, unless the session has ended meanwhile; then the server ends them.
    private func store(_ tokens: TokenSet, of session: Session, claim: Date?) async throws(SessionError) -> Session {
        await beginChange()
        defer { endChange() }
        generation += 1
        let id = session.id
        let new = (temporary(id) ?? authenticated.flatMap { $0.id == id ? $0 : nil } ?? session).with(tokens)
        if case .memory(_, let error) = known[id]?.place {
            known[id]?.place = .memory(new, error)
        } else if !session.isRemembered {
            endOnServer(new)
        } else {
            switch await storing(new, sent: session.tokens, claim: claim) {
            case .stored: known[id]?.place = .store
            case .absent:
                known[id]?.place = .store
                end(id, .elsewhere)
            case .replaced(let stored):
                guard authenticated?.id == id else { throw .ended }
                adopt(stored)
                return stored
            case .failed(let error):
                var old = session.tokens
                if case .unsaved(_, replacing: let stored, _) = known[id]?.place { old = stored }
                known[id]?.place = .unsaved(new, replacing: old, error)
                if isOver(id) { endOnServer(new) }
            }
        }
        deliverLater()
        guard authenticated?.id == id else { throw .ended }
        noteToken(of: new, at: moment, isNew: true)
        known[id]?.renewed = new.token
        show(new)
        return new
    }

    /// Stores the tokens of a session if it still has those that were sent; if it has ended, the server ends them.
    private func storing(_ new: Session, sent: TokenSet, claim: Date?) async -> Storing {
        var expected = [sent]
        if case .unsaved(_, replacing: let old, _) = known[new.id]?.place { expected.append(old) }
        let signOut = pendingSignOut(new)
        do {
            return try await repository.update { [expected] sessions in
                if sessions.claims[new.id] == claim { sessions.unclaim(new.id) }
                guard let stored = sessions[new.id] else {
                    if let signOut { sessions.enqueue(signOut) }
                    return .absent
                }
                guard expected.contains(stored.tokens) else { return .replaced(stored) }
                sessions.update(stored.with(new.tokens))
                return .stored
            }
        } catch {
            return .failed(error)
        }
    }

    /// Ends the session if the server has rejected its tokens; any other failure ends nothing.
    ///
    /// An earlier claim stays, because the answer to its process may still come.
    private func fail(
        _ session: Session,
        _ failure: AccountServiceFailure,
        claim: Date?,
        leaving earlier: Date?
    ) async throws(SessionError) -> Session {
        await beginChange()
        defer { endChange() }
        guard failure == .tokenRefused, passwordChanges[session.id] == nil else {
            // If this fails, the claim ends by itself.
            if temporary(session.id) == nil, let claim {
                let id = session.id
                try? await repository.update { if $0.claims[id] == claim { $0.unclaim(id, leaving: earlier) } }
            }
            return try keep(session, after: failure)
        }
        guard temporary(session.id) == nil else {
            end(session.id, .refused)
            throw .ended
        }
        // Another process may have replaced the tokens before the server was asked.
        let replaced: Session?
        var isStillStored = false
        do {
            replaced = try await repository.update { [known] sessions in
                if sessions.claims[session.id] == claim { sessions.unclaim(session.id, leaving: earlier) }
                let newer = sessions[session.id].flatMap { known.newer($0, than: session) }
                if newer == nil { sessions.remove(session.id) }
                return newer
            }
        } catch {
            // A store that can only be read tells. The end is stored later.
            guard let stored = try? await repository.load() else { return try keep(session, after: .storage(error)) }
            replaced = stored[session.id].flatMap { known.newer($0, than: session) }
            isStillStored = true
        }
        guard let replaced else {
            end(session.id, .refused, isStillStored: isStillStored)
            throw .ended
        }
        guard authenticated?.id == session.id else { throw .ended }
        adopt(replaced)
        return replaced
    }

    /// Shows that a session goes on although its tokens could not be refreshed.
    private func keep(_ session: Session, after failure: AccountServiceFailure) throws(SessionError) -> Session {
        guard let shown = authenticated, shown.id == session.id else { throw .ended }
        // Another process may have replaced its tokens since.
        if shown.tokens != session.tokens { return shown }
        if isSignedIn(shown.id) { publish(.signedIn(shown, .stale(failure))) }
        throw failure == .cancelled ? .cancelled : .service(failure)
    }
}
