// What ends a session besides a sign-out.
extension CurrentSession {
    /// Shows the end of all sessions of a registration, which are no longer stored; a session that is beginning finds out
    /// by itself.
    func endRegistration(of session: Session, _ end: SessionEnd) async {
        await beginChange()
        defer { endChange() }
        deleting.remove(session.accountID)
        unsaved[session.id] = nil
        // A beginning that is undone must not bring it back.
        noteEnd(of: session.id)
        let known = unstored + (state.session.map { [$0] } ?? [])
        for ended in known where ended.isOfRegistration(of: session) && starting[ended.id] == nil {
            publishEnd(of: ended.id, end)
        }
    }

    /// Removes the stored session of an account that is being deleted, until it is restored or its registration ends; the
    /// session of the next owner of its ID stays.
    func removeForDeletion(of session: Session) async throws(StorageError) -> RemovedSession? {
        await beginChange()
        defer { endChange() }
        let accountID = session.accountID
        deleting.insert(accountID)
        do {
            let removed = try await repository.update { [endingsOfAll] sessions -> RemovedSession? in
                let active = sessions.activeID
                guard let stored = sessions[of: accountID], !stored.isOfOtherRegistration(than: session),
                    let removed = sessions.remove(stored.id)
                else { return nil }
                return RemovedSession(
                    session: removed,
                    wasActive: active == removed.id,
                    endingsOfAll: endingsOfAll
                )
            }
            if removed == nil { deleting.remove(accountID) }
            return removed
        } catch {
            deleting.remove(accountID)
            throw error
        }
    }

    /// Removes a stored session whose account is deleted; if it is just beginning, it is not shown.
    func removeWithoutAccount(_ id: SessionID) async {
        await beginChange()
        defer { endChange() }
        // A session that was beginning may end while another one is shown.
        let other = shownID == id ? nil : shownID
        // A session that stays stored is shown, and the next use of it finds out.
        guard (try? await repository.update { $0.remove(id, activating: other) }) != nil else { return }
        publishEnd(of: id, .withdrawn)
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
            // A deletion refreshes the token itself when it has restored the session.
            if let shown, shown.token == token, !deleting.contains(shown.accountID) { startRefresh(of: shown) }
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
        // A session that replaces the shown one, and a deletion, show their outcome themselves.
        guard let shownID, temporary[shownID] == nil, starting.isEmpty else { return }
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
    let wasActive: Bool

    /// How often all sessions had ended at once before the removal.
    let endingsOfAll: Int
}
