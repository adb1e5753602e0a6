// A session is stored and shown in one change, which no cancellation divides.
extension CurrentSession {
    /// Begins a session: it is stored if it is remembered, in place of an earlier one of its account, and then shown.
    ///
    /// Sessions that have expired for certain are removed. One that has expired by the date alone is removed only if its
    /// place is needed, because the date may be wrong.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - began: When it began.
    ///   - policy: The lifetime of sessions.
    ///   - replaced: The session whose place it takes, shown or not, even if the task was cancelled; nil after a sign-in.
    /// - Returns: The session, and the reason why it could not be stored, or nil.
    /// - Throws: `cancelled`, `full` if sign-ins at the same time took the last places, or `ended` if the replaced session
    ///   has ended; in the last two cases, the server ends the session.
    func begin(
        _ session: Session,
        at began: SessionTime.Moment,
        policy: SessionPolicy,
        replacing replaced: SessionID?
    ) async throws(OpenSession.Failure) -> OpenedSession {
        await beginChange()
        defer { endChange() }
        // Nothing before the change of the store has an effect, and nothing after it is undone.
        guard replaced != nil || !Task.isCancelled else { throw .cancelled }
        endExpiredTemporaries(except: session.accountID, under: policy)
        let (own, storageError): (Session?, StorageError?)
        do {
            (own, storageError) = try await store(session, policy: policy, replacing: replaced)
        } catch {
            let isStored = session.isRemembered ? await enqueueSignOut(of: session) : false
            if !isStored { endOnServer(session) }
            throw error
        }
        storageErrors[session.id] = storageError
        // No other process knows tokens that could not be stored.
        if let own, let tokens = unsaved.removeValue(forKey: own.id)?.new { endOnServer(own.with(tokens)) }
        // A deletion that fails does not bring the replaced session back.
        if let removed = deleting[session.accountID] { noteEnd(of: removed) }
        temporary = temporary.filter { $0.value.accountID != session.accountID }
        if !session.isRemembered || storageError != nil { temporary[session.id] = session }
        unstoredSignOuts.removeAll { $0.session.token == session.token }
        firstValid[session.id] = began
        noteToken(of: session, at: began, isNew: true)
        if replaced == nil || replaced == activeID { activeID = session.id }
        if replaced == nil || replaced == shownID {
            publish(.signedIn(session, storageError.map { .unsaved($0) } ?? .fresh))
        } else {
            generation += 1
        }
        deliverLater()
        return OpenedSession(session, storageError: storageError)
    }

    private func endExpiredTemporaries(except accountID: AccountID, under policy: SessionPolicy) {
        let time = time
        for other in unstored where other.accountID != accountID && time.validity(of: other, under: policy) == .expired
        {
            publishEnd(of: other.id, .expired)
        }
    }

    /// Stores a session, or only removes that of its account if it is not remembered.
    ///
    /// - Returns: The removed session of its account, and the reason why the store could not be changed.
    private func store(
        _ session: Session,
        policy: SessionPolicy,
        replacing replaced: SessionID?
    ) async throws(OpenSession.Failure) -> (own: Session?, error: StorageError?) {
        if let replaced, ended.contains(replaced) { throw .ended }
        let (accountID, time, shownID, activeID) = (session.accountID, time, shownID, activeID)
        // The store does not have a temporary session, nor that of an account that is being deleted.
        let expected = replaced.flatMap { temporary[$0] == nil && deleting[accountID] != $0 ? $0 : nil }
        // A deletion that fails takes its place again.
        let unstored = Set(temporary.values.map(\.accountID)).union(deleting.keys).subtracting([accountID])
        let (now, newest, scope) = (dates.now, unsaved.mapValues { ($0.old, $0.new) }, scope(everywhere: false))
        let result: Result<Session?, OpenSession.Failure>
        do {
            result = try await repository.update { sessions in
                if let expected, sessions[expected] == nil { return .failure(.ended) }
                let others = sessions.sessions.filter { $0.accountID != accountID }
                let places = unstored.union(others.map(\.accountID)).count + 1 - StoredSessions.limit
                let leaving = others.filter { $0.id != shownID }
                    .leaving(places: replaced == nil ? places : 0, at: time, under: policy)
                guard let leaving else { return .failure(.full) }
                for other in leaving { sessions.signOut(other.id, with: newest[other.id], telling: scope, at: now) }
                let (own, active) = (sessions[of: accountID], sessions.activeID)
                sessions.begin(session)
                // The user may have switched to another account since.
                let isShown = replaced == shownID && (activeID == nil || replaced == activeID)
                let isActive = replaced == nil || replaced == active || active == nil && isShown
                if !isActive { sessions.activate(active) }
                return .success(own)
            }
        } catch {
            return (nil, error)
        }
        return (try result.get(), nil)
    }
}

extension [Session] {
    /// The sessions that leave their places to another one: those that have expired for certain; and of those that have
    /// expired only by the date, which may be wrong, the first ones whose places are needed.
    ///
    /// - Parameters:
    ///   - places: The number of places that are needed.
    ///   - time: The present.
    ///   - policy: The lifetime of sessions.
    /// - Returns: nil if they do not have so many places.
    func leaving(places: Int, at time: SessionTime, under policy: SessionPolicy) -> [Session]? {
        let expired = filter { time.validity(of: $0, under: policy) == .expired }
        let certain = expired.filter { time.isElapsed(for: $0, under: policy) }
        let others = expired.filter { !time.isElapsed(for: $0, under: policy) }
        let leaving = certain + others.prefix(Swift.max(places - certain.count, 0))
        return leaving.count < places ? nil : leaving
    }
}
