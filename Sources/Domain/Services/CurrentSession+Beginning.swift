// A session is stored and shown in one change, which no cancellation divides.
extension CurrentSession {
    /// Begins a session: it is stored if it is remembered, in place of an earlier one of its account, and then shown.
    ///
    /// Sessions that have expired for certain are removed. One that has expired by the date alone is removed only if its
    /// place is needed, because the date may be wrong.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - policy: The lifetime of sessions.
    ///   - always: Whether it begins even if the task was cancelled, or if there is no place.
    /// - Returns: The session, and the reason why it could not be stored, or nil.
    /// - Throws: `cancelled`, or `full` if sign-ins at the same time took the last places; then the server ends the session.
    func begin(
        _ session: Session,
        policy: SessionPolicy,
        always: Bool
    ) async throws(OpenSession.Failure) -> OpenedSession {
        await beginChange()
        defer { endChange() }
        // Nothing before the change of the store has an effect, and nothing after it is undone.
        guard always || !Task.isCancelled else { throw .cancelled }
        let (accountID, time, shownID) = (session.accountID, time, shownID)
        @Sendable func hasExpired(_ other: Session) -> Bool { time.validity(of: other, under: policy) == .expired }
        for other in unstored where other.accountID != accountID && hasExpired(other) {
            publishEnd(of: other.id, .expired)
        }
        let unstored = Set(temporary.values.map(\.accountID)).subtracting([accountID])
        let (signOut, scope) = (pendingSignOut(session), canRevoke(.thisDevice) ? SignOutScope.thisDevice : nil)
        let (now, newest) = (dates.now, unsaved.mapValues(\.new))
        let beginning: (isPossible: Bool, replaced: Session?)
        var storageError: StorageError?
        do {
            beginning = try await repository.update { sessions -> (Bool, Session?) in
                let others = sessions.sessions.filter { $0.accountID != accountID }
                let expired = others.filter { $0.id != shownID && hasExpired($0) }
                let certain = expired.filter { time.firstValid[$0.id] != nil }
                let count = unstored.union(others.map(\.accountID)).count - certain.count
                let missing = always ? 0 : max(count + 1 - StoredSessions.limit, 0)
                let leaving = certain + expired.filter { time.firstValid[$0.id] == nil }.prefix(missing)
                guard leaving.count - certain.count == missing else {
                    if session.isRemembered, let signOut { sessions.enqueue(signOut) }
                    return (false, nil)
                }
                for other in leaving { sessions.signOut(other.id, with: newest[other.id], telling: scope, at: now) }
                let earlier = sessions[of: accountID]
                sessions.begin(session)
                return (true, earlier)
            }
        } catch {
            beginning = (true, nil)
            storageError = error
            storageErrors[session.id] = error
        }
        guard beginning.isPossible else {
            if !session.isRemembered { endOnServer(session) }
            deliverLater()
            throw .full
        }
        // The server has replaced the tokens of the session that this one replaces.
        if let own = beginning.replaced, let tokens = unsaved.removeValue(forKey: own.id)?.new,
            tokens.access != session.token
        {
            endOnServer(own.with(tokens))
        }
        // A deletion that fails does not bring the replaced session back.
        if let removed = deleting[accountID] { noteEnd(of: removed) }
        temporary = temporary.filter { $0.value.accountID != accountID }
        if !session.isRemembered || storageError != nil { temporary[session.id] = session }
        unstoredSignOuts.removeAll { $0.session.token == session.token }
        let began = SessionTime.Moment(date: session.startedAt, elapsed: elapsed.now)
        firstValid[session.id] = began
        noteToken(of: session, at: began)
        activeID = session.id
        publish(.signedIn(session, storageError.map { .unsaved($0) } ?? .fresh))
        deliverLater()
        return OpenedSession(session, storageError: storageError)
    }

    /// Ends a session on the server that is not stored.
    func endOnServer(_ session: Session) {
        unstoredSignOuts += [pendingSignOut(session)].compactMap { $0 }
        deliverLater()
    }

    func pendingSignOut(_ session: Session) -> PendingSignOut? {
        canRevoke(.thisDevice) ? PendingSignOut(session, signedOutAt: dates.now) : nil
    }
}
