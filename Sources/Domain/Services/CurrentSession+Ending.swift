// What ends a session besides a sign-out.
extension CurrentSession {
    /// Ends all sessions of a registration that was deleted, also one that has begun since.
    func endRegistration(of session: Session) async {
        await beginChange()
        defer { endChange() }
        deleting[session.accountID] = nil
        unsaved[session.id] = nil
        let known = (unstored + [state.session].compactMap { $0 }).filter { $0.isOfRegistration(of: session) }
        // Also one that is not shown yet.
        publishEnd(of: session.id, .withdrawn)
        // A session that stays stored is shown, and the next use of it finds out.
        let isRemoved = (try? await removeStored(of: session)) != nil
        for ended in known where isRemoved || temporary[ended.id] != nil {
            publishEnd(of: ended.id, .withdrawn)
        }
    }

    private func removeStored(of session: Session) async throws(StorageError) {
        guard let stored = try await repository.load()[of: session.accountID], stored.isOfRegistration(of: session)
        else {
            return
        }
        try await repository.update { $0.remove(stored.id) }
    }

    /// Removes the stored session of an account that is being deleted, until it is restored or its registration ends; the
    /// session of the next owner of its ID stays.
    func removeForDeletion(of session: Session) async throws(StorageError) -> RemovedSession? {
        await beginChange()
        defer { endChange() }
        let accountID = session.accountID
        let removed = try await repository.update { [endingsOfAll, shownID] sessions -> RemovedSession? in
            let active = sessions.activeID
            guard let place = sessions.sessions.firstIndex(where: { $0.accountID == accountID }),
                case let stored = sessions.sessions[place], !stored.isOfOtherRegistration(than: session),
                let removed = sessions.remove(stored.id)
            else { return nil }
            return RemovedSession(
                session: removed,
                following: Set(sessions.sessions[place...].map(\.id)),
                wasActive: active == removed.id,
                shownID: shownID,
                endingsOfAll: endingsOfAll
            )
        }
        // A second deletion finds nothing to remove.
        if let removed { deleting[accountID] = removed.session.id }
        return removed
    }

    /// Stores a session again that was removed; if it has ended since, the server ends it instead.
    func restore(_ removed: RemovedSession) async throws(StorageError) {
        await beginChange()
        defer { endChange() }
        let id = removed.session.id
        endDeletion(removed)
        let tokens = unsaved.removeValue(forKey: id)
        var session = withShownProfile(removed.session)
        if let tokens, tokens.old == session.tokens { session = session.with(tokens.new) }
        generation += 1
        let (isEnded, signOut) = (hasEnded(id, since: removed.endingsOfAll), pendingSignOut(session))
        // The user may have gone over to another account since; the next launch must not restore an earlier one.
        let isActive = removed.wasActive && (activeID ?? id) == id && shownID == removed.shownID
        let isStored = try await repository.update { [session] sessions in
            if !isEnded, sessions.restore(session, before: removed.following, isActive: isActive) { return true }
            if let signOut { sessions.enqueue(signOut) }
            return false
        }
        // Another process may have begun a session of the account.
        if !isStored, !isEnded { publishEnd(of: id, .elsewhere) }
        if isSignedIn(id) { publish(.signedIn(session, .fresh)) }
        deliverLater()
    }

    /// Shows the end of a session that was removed, and is not stored again.
    func end(_ removed: RemovedSession, _ end: SessionEnd) async {
        await beginChange()
        defer { endChange() }
        let id = removed.session.id
        endDeletion(removed)
        publishEnd(of: id, end)
    }

    /// Another deletion of the account may have removed a later session.
    private func endDeletion(_ removed: RemovedSession) {
        let accountID = removed.session.accountID
        if deleting[accountID] == removed.session.id { deleting[accountID] = nil }
    }

    /// Removes a session whose account is deleted, and returns whether it could be removed.
    @discardableResult
    func removeWithoutAccount(_ id: SessionID) async -> Bool {
        await beginChange()
        defer { endChange() }
        // A session that stays stored is shown, and the next use of it finds out.
        if temporary[id] == nil, (try? await repository.update { $0.remove(id) }) == nil { return false }
        publishEnd(of: id, .withdrawn)
        return true
    }

    /// Returns whether the token of a session can be replaced if the server rejects it.
    nonisolated func canRefresh(_ session: Session) -> Bool { refreshing != nil && state.session?.id == session.id }

    /// Reports that the server rejected an access token: it is refreshed, or else the session ends.
    ///
    /// - Parameter token: The token; one that was replaced since changes nothing.
    public func didReject(_ token: AccessToken) async {
        await beginChange()
        defer { endChange() }
        let shown = state.session
        if refreshing != nil {
            if let shown, shown.token == token { startRefresh(of: shown) }
            return
        }
        // If the store cannot be changed, the server rejects the token again after the next launch.
        _ = try? await repository.update { sessions in
            if let session = sessions.sessions.first(where: { $0.token == token }) { sessions.remove(session.id) }
        }
        if let shown, shown.token == token { publishEnd(of: shown.id, .refused) }
    }

    /// Returns a session with an access token that is valid for a while, if it is the one that is shown.
    ///
    /// If the token cannot be refreshed, the server decides about it.
    func usable(_ session: Session) async -> Session {
        guard isSignedIn(session.id) else { return session }
        // A failure is that of the request that follows.
        guard let usable = try? await self.session(), usable.id == session.id else { return session }
        return usable
    }

    /// Finds out whether another process has ended the session that is shown, or has replaced its tokens or its profile.
    ///
    /// It reads the store once; if that fails, nothing changes. Call it when the user returns to the app, or from time to
    /// time.
    public func noticeChanges() async {
        let earlier = generation
        // If the store cannot be read, the next use of the session finds out.
        guard let stored = try? await repository.load() else { return }
        notice(stored, since: earlier)
    }

    /// Shows what other processes have changed, unless this process has changed something since the store was read.
    func notice(_ stored: StoredSessions, since earlier: Int) {
        guard generation == earlier, !isChanging else { return }
        guard let shownID, temporary[shownID] == nil else { return }
        guard let session = stored[shownID] else {
            if deleting.isEmpty { publishEnd(of: shownID, .elsewhere) }
            return
        }
        guard case .signedIn(let shown, let freshness) = state else { return }
        if session.tokens != shown.tokens, session.tokens != unsaved[shownID]?.old {
            adopt(session)
        } else if session.profile != shown.profile {
            publish(.signedIn(shown.with(session.profile), freshness))
        }
    }
}

/// A session that was removed from the store before its account is deleted.
struct RemovedSession: Sendable {
    let session: Session

    /// The sessions that followed it.
    let following: Set<SessionID>

    let wasActive: Bool

    /// The session that was shown.
    let shownID: SessionID?

    /// How often all sessions had ended at once before the removal.
    let endingsOfAll: Int
}
