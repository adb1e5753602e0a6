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
    ///   - replaced: The session whose place it takes, shown or not, even if the task was cancelled; nil after a sign-in.
    /// - Returns: The session, and the reason why it could not be stored, or nil.
    /// - Throws: `cancelled`, `full` if sign-ins at the same time took the last places, or `ended` if the replaced session
    ///   has ended; in the last two cases, the server ends the session.
    func begin(
        _ session: Session,
        at began: SessionTime.Moment,
        replacing replaced: SessionID?
    ) async throws(OpenSession.Failure) -> OpenedSession {
        await beginChange()
        defer { endChange() }
        // Nothing before the change of the store has an effect, and nothing after it is undone.
        guard replaced != nil || !Task.isCancelled else { throw .cancelled }
        endExpiredTemporaries(except: session.accountID)
        let (own, leaving, storageError): (Session?, [SessionID], StorageError?)
        do {
            (own, leaving, storageError) = try await store(session, replacing: replaced)
        } catch {
            let isStored = session.isRemembered ? await enqueueSignOut(of: session) : false
            if !isStored { endOnServer(session) }
            throw error
        }
        // No other process knows tokens that could not be stored.
        if replaced != nil, let own, known[own.id]?.unsaved != nil { endOnServer(known.newest(own)) }
        for id in leaving + [own?.id].compactMap(\.self) { known[id, default: KnownSession()].end(.thisDevice) }
        for earlier in temporaries where earlier.accountID == session.accountID {
            if replaced == nil { endOnServer(earlier) }
            known[earlier.id]?.end(.thisDevice)
        }
        forgetEnded()
        let isStored = session.isRemembered && storageError == nil
        known[session.id] = KnownSession(place: isStored ? .store : .memory(session, storageError), firstValid: began)
        unstoredSignOuts.removeAll { $0.session.tokens.shares(aTokenWith: session.tokens) }
        noteToken(of: session, at: began, isNew: true)
        if replaced == nil || replaced == activeID { activeID = session.id }
        if replaced == nil || replaced == shownID {
            publish(.signedIn(session, .fresh))
        } else {
            generation += 1
        }
        deliverLater()
        return OpenedSession(session, storageError: storageError)
    }

    private func endExpiredTemporaries(except accountID: AccountID) {
        let time = time
        for other in temporaries where other.accountID != accountID && time.validity(of: other) == .expired {
            end(other.id, .expired)
        }
    }

    /// Stores a session, or only removes that of its account if it is not remembered.
    ///
    /// - Returns: The removed session of its account, those that left their places, and the reason why the store could not be
    ///   changed.
    private func store(
        _ session: Session,
        replacing replaced: SessionID?
    ) async throws(OpenSession.Failure) -> (own: Session?, leaving: [SessionID], error: StorageError?) {
        let (accountID, time, shownID, activeID) = (session.accountID, time, shownID, activeID)
        // The store does not have a temporary session.
        let expected = replaced.flatMap { temporary($0) == nil ? $0 : nil }
        let unstored = Set(temporaries.map(\.accountID)).subtracting([accountID])
        let (now, known, scope) = (dates.now, known, scope(everywhere: false))
        let endAbandonedDeletions = endingAbandonedDeletions()
        let result: Result<(Session?, [SessionID]), OpenSession.Failure>
        do {
            result = try await updateEndingLate { sessions in
                endAbandonedDeletions(&sessions)
                if let expected, sessions[expected] == nil { return .failure(.ended) }
                let others = sessions.sessions.filter { $0.accountID != accountID }
                let places = unstored.union(others.map(\.accountID)).count + 1 - StoredSessions.limit
                // A switch may have activated a session that is not shown yet.
                let leaving = others.filter { $0.id != shownID && $0.id != activeID }
                    .leaving(places: replaced == nil ? places : 0, at: time)
                guard let leaving else { return .failure(.full) }
                for other in leaving { sessions.signOut(other.id, as: known.newest, telling: scope, at: now) }
                let (own, active) = (sessions[of: accountID], sessions.activeID)
                // Nothing else ends the earlier session on the server; a change of the password does.
                if replaced == nil, let own { sessions.signOut(own.id, as: known.newest, telling: scope, at: now) }
                sessions.begin(session)
                // The user may have switched to another account since.
                let isShown = replaced == shownID && (activeID == nil || replaced == activeID)
                // One that could not be stored at its sign-in could not become the active one either.
                let isUnsaved = expected == nil && session.isRemembered
                let isActive = replaced == nil || replaced == active || isShown && (active == nil || isUnsaved)
                if !isActive { sessions.activate(active) }
                return .success((own, leaving.map(\.id)))
            }
        } catch {
            if let replaced, isOver(replaced) { throw .ended }
            return (nil, [], error)
        }
        let (own, leaving) = try result.get()
        return (own, leaving, nil)
    }
}

extension [Session] {
    /// The sessions that leave their places to another one: those that have expired for certain; and of those that have
    /// expired only by the date, which may be wrong, the first ones whose places are needed.
    ///
    /// - Parameters:
    ///   - places: The number of places that are needed.
    ///   - time: The present.
    /// - Returns: nil if they do not have so many places.
    func leaving(places: Int, at time: SessionTime) -> [Session]? {
        let expired = filter { time.validity(of: $0) == .expired }
        let certain = expired.filter { time.isElapsed(for: $0) }
        let others = expired.filter { !time.isElapsed(for: $0) }
        let leaving = certain + others.prefix(Swift.max(places - certain.count, 0))
        return leaving.count < places ? nil : leaving
    }
}
