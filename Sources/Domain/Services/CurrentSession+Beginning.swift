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
    ///   - replaced: The session whose place it takes, shown or not, even if the task was cancelled; nil after a sign-in.
    /// - Returns: The session, and the reason why it could not be stored, or nil.
    /// - Throws: `cancelled`, `full` if sign-ins at the same time took the last places, or `ended` if the replaced session
    ///   has ended; in the last two cases, the server ends the session.
    func begin(
        _ session: Session,
        policy: SessionPolicy,
        replacing replaced: SessionID?
    ) async throws(OpenSession.Failure) -> OpenedSession {
        await beginChange()
        defer { endChange() }
        // Nothing before the change of the store has an effect, and nothing after it is undone.
        guard replaced != nil || !Task.isCancelled else { throw .cancelled }
        let (accountID, time, shownID) = (session.accountID, time, shownID)
        let isKept = replaced.map { temporary[$0] != nil || deleting[accountID] == $0 } ?? true
        @Sendable func hasExpired(_ other: Session) -> Bool { time.validity(of: other, under: policy) == .expired }
        for other in unstored where other.accountID != accountID && hasExpired(other) {
            publishEnd(of: other.id, .expired)
        }
        // A deletion that fails takes its place again.
        let unstored = Set(temporary.values.map(\.accountID)).union(deleting.keys).subtracting([accountID])
        let (signOut, scope) = (pendingSignOut(session), canRevoke(.thisDevice) ? SignOutScope.thisDevice : nil)
        let (now, newest) = (dates.now, unsaved.mapValues(\.new))
        let beginning: (failure: OpenSession.Failure?, own: Session?)
        var storageError: StorageError?
        do {
            beginning = try await repository.update { sessions -> (OpenSession.Failure?, Session?) in
                let others = sessions.sessions.filter { $0.accountID != accountID }
                let expired = others.filter { $0.id != shownID && hasExpired($0) }
                let certain = expired.filter { time.isElapsed(for: $0, under: policy) }
                let count = unstored.union(others.map(\.accountID)).count - certain.count
                let missing = replaced != nil ? 0 : max(count + 1 - StoredSessions.limit, 0)
                let leaving = certain + expired.filter { !time.isElapsed(for: $0, under: policy) }.prefix(missing)
                let isOver = !isKept && replaced.map { sessions[$0] == nil } ?? false
                guard !isOver, leaving.count - certain.count == missing else {
                    if session.isRemembered, let signOut { sessions.enqueue(signOut) }
                    return (isOver ? .ended : .full, nil)
                }
                for other in leaving { sessions.signOut(other.id, with: newest[other.id], telling: scope, at: now) }
                let (own, active) = (sessions[of: accountID], sessions.activeID)
                sessions.begin(session)
                // The user may have switched to another account since.
                if let replaced, active != replaced, active != nil || shownID != replaced { sessions.activate(active) }
                return (nil, own)
            }
        } catch {
            beginning = (isKept || replaced.map { !ended.contains($0) } ?? true ? nil : .ended, nil)
            storageError = error
        }
        if let failure = beginning.failure {
            if !session.isRemembered || storageError != nil { endOnServer(session) }
            deliverLater()
            throw failure
        }
        storageErrors[session.id] = storageError
        // The server has replaced the tokens of the session that this one replaces.
        if let own = beginning.own, let tokens = unsaved.removeValue(forKey: own.id)?.new,
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
        if replaced == nil || replaced == activeID { activeID = session.id }
        if replaced == nil || replaced == shownID {
            publish(.signedIn(session, storageError.map { .unsaved($0) } ?? .fresh))
        } else {
            generation += 1
        }
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
