// What ends a session besides a sign-out.
extension CurrentSession {
    // MARK: Deletions

    /// Hides the stored session of an account while it is being deleted, so that no launch restores it; the session of the
    /// next owner of its ID stays.
    ///
    /// - Returns: The hidden session; without one, that of the deletion.
    /// - Throws: ``StorageError``, with the reason `busy` while another deletion of the account is under way. If that one
    ///   failed, it would show the session again, although this one is still under way.
    func beginDeletion(of session: Session) async throws(StorageError) -> SessionID {
        await beginChange()
        defer { endChange() }
        let busy = StorageError(store: .session, reason: .busy)
        guard !deleting.contains(session.accountID) else { throw busy }
        let shownID = shownID
        let storedID = shownID.flatMap { temporary($0) == nil ? $0 : nil }
        let (hidden, isBusy) = try await repository.update { [uptime] sessions -> (SessionID?, Bool) in
            // Read late: the change may wait for one of another process.
            let uptime = uptime.now
            guard let stored = sessions[of: session.accountID], !stored.isOfOtherRegistration(than: session) else {
                return (nil, false)
            }
            let id = stored.id
            guard !sessions.isBeingDeleted(id, at: uptime) else { return (id, true) }
            sessions.beginDeletion(of: id, at: uptime)
            // A switch may have activated a session that is not shown yet.
            if sessions.activeID == id, shownID != nil, shownID != id { sessions.activate(storedID) }
            return (id, false)
        }
        if isBusy { throw busy }
        // A restoration that has begun before could miss the consents.
        generation += 1
        let id = hidden ?? session.id
        if activeID == id, shownID != id { activeID = shownID }
        deleting.insert(session.accountID)
        return id
    }

    /// Notes that a deletion has ended, whether or not it has succeeded.
    func endDeletion(of session: Session) { deleting.remove(session.accountID) }

    /// Shows a hidden session again, after a deletion that failed; one that has ended meanwhile does not come back.
    func cancelDeletion(of id: SessionID) async throws(StorageError) {
        await beginChange()
        defer { endChange() }
        generation += 1
        guard temporary(id) == nil else { return }
        let isThere = try await repository.update { $0.endDeletion(of: id) }
        if !isThere { end(id, .elsewhere) }
    }

    /// Ends a hidden session after a deletion that failed and cannot be undone.
    func endHidden(_ id: SessionID, _ reason: SessionEnd) async {
        await beginChange()
        defer { endChange() }
        let (now, known, scope) = (dates.now, known, reason == .refused ? nil : scope(everywhere: false))
        // If this fails, the session stays hidden, and a later launch ends it.
        let isThere = try? await repository.update { sessions in
            let isThere = sessions[id] != nil
            sessions.signOut(id, as: known.newest, telling: scope, at: now)
            return isThere
        }
        // Neither a later launch, which ends a session that stays hidden, nor another process that has ended it knows tokens
        // that could not be stored.
        let isTold = isThere == true || isThere == false && self.known[id]?.unsaved == nil
        let unstored = temporary(id) ?? (isTold ? nil : state.shown.flatMap { $0.id == id ? $0 : nil })
        if scope != nil, let unstored { endOnServer(unstored) }
        end(id, reason)
        deliverLater()
    }

    /// Ends all sessions of a registration that was deleted, also one that has begun since.
    ///
    /// - Parameters:
    ///   - session: The session of the deletion.
    ///   - hidden: The session that was hidden.
    /// - Returns: The sessions of the account that may belong to the next owner of its ID.
    func endRegistration(of session: Session, hidden: SessionID) async -> [Session] {
        await beginChange()
        defer { endChange() }
        let here = (temporaries + [state.session].compactMap { $0 }).filter { $0.accountID == session.accountID }
        // Also one that is not shown yet.
        end(session.id, .accountDeleted)
        // If this fails, a hidden session ends later. Another one is shown, and the next use of it finds out.
        let stored = try? await repository.update { sessions -> [Session] in
            guard let stored = sessions[of: session.accountID] else { return [] }
            if stored.isOfRegistration(of: session) { sessions.remove(stored.id) }
            return [stored]
        }
        // A switch may have activated the stored one, although it is not shown yet.
        for ended in here + (stored ?? []) where ended.isOfRegistration(of: session) {
            if stored != nil || temporary(ended.id) != nil || ended.id == hidden { end(ended.id, .accountDeleted) }
        }
        return (temporaries + (stored ?? [])).filter {
            $0.accountID == session.accountID && !$0.isOfRegistration(of: session)
        }
    }

    /// A change that ends the sessions of deletions whose processes were killed, and tells the server.
    func endingAbandonedDeletions() -> @Sendable (inout StoredSessions) -> Void {
        { [deleting, uptime, now = dates.now, scope = scope(everywhere: false)] sessions in
            // It is unknown whether the accounts exist.
            for id in sessions.abandonedDeletions(besides: deleting, at: uptime.now) {
                sessions.signOut(id, telling: scope, at: now)
            }
        }
    }

    /// Removes a session whose account is deleted, and returns whether it could be removed.
    @discardableResult
    func removeWithoutAccount(_ id: SessionID) async -> Bool {
        await beginChange()
        defer { endChange() }
        // A session that stays stored is shown, and the next use of it finds out.
        if temporary(id) == nil, (try? await repository.update { $0.remove(id) }) == nil { return false }
        end(id, .accountDeleted)
        return true
    }

    // MARK: Refusals

    /// Notes that the password of a session is being changed.
    ///
    /// The server may reject its tokens before it has answered, so that ends nothing.
    func beginPasswordChange(of id: SessionID) { passwordChanges[id, default: 0] += 1 }

    /// Notes that a change of a password has ended.
    func endPasswordChange(of id: SessionID) {
        passwordChanges[id] = passwordChanges[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    /// Reports that the server rejected an access token: it is refreshed, or else the session ends.
    ///
    /// - Parameter token: The token; one that was replaced since changes nothing. One that a refresh has brought is refreshed
    ///   at the next use, because a server that rejects the new token too would be asked again and again.
    public func didReject(_ token: AccessToken) async {
        await beginChange()
        defer { endChange() }
        let shown = state.shown
        if let shown, shown.token == token, passwordChanges[shown.id] != nil { return }
        if let shown, shown.token == token, canRefresh(shown) {
            if known[shown.id]?.renewed != token { startRefresh(of: shown) }
            return
        }
        // Another process may have replaced the token of a session that is not shown.
        if refreshing != nil, shown?.token != token { return }
        // If the store cannot be changed, the end is stored later.
        let isRemoved = try? await repository.update { sessions in
            if let session = sessions.sessions.first(where: { $0.token == token }) { sessions.remove(session.id) }
            return true
        }
        if let shown, shown.token == token { end(shown.id, .refused, isStillStored: isRemoved == nil) }
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

    /// Finds out whether the session that is shown has expired, whether another process has ended it, or has replaced its
    /// tokens or its profile.
    ///
    /// It reads the store once; if that fails, only the expiry is noticed. Call it when the user returns to the app, or
    /// from time to time.
    ///
    /// - Parameter isUse: Whether the user uses the app; a timer passes false. A use is recorded if the ``SessionPolicy``
    ///   requires that, and postpones the expiry of a session without use.
    public func noticeChanges(isUse: Bool = true) async {
        await beginChange()
        defer { endChange() }
        await noticeStored(isUse: isUse)
    }

    /// Reads the store within a change, and shows what has changed; the session ends if it has expired, or else its use is
    /// recorded if that is necessary.
    func noticeStored(isUse: Bool) async {
        guard let id = shownID else { return }
        let use = isUse ? state.session.flatMap(use(of:)) : nil
        if case .memory(let temporary, let error) = known[id]?.place {
            if let use { known[id]?.place = .memory(temporary.touched(at: use), error) }
        } else if let stored = await load(recordingUseOf: id, at: use) {
            notice(stored)
        }
        // Also if the store fails, so that the next use does not try again at once.
        if let use, case .signedIn(let shown, let freshness) = state, shown.id == id, shown.lastUsedAt < use {
            publish(.signedIn(shown.touched(at: use), freshness))
        }
        // It stays stored, because the date may be wrong.
        if let session = authenticated, check(session).validity == .expired { end(session.id, .expired) }
    }

    /// Shows what other processes have changed.
    func notice(_ stored: StoredSessions) {
        guard let shownID, temporary(shownID) == nil else { return }
        guard let session = stored[shownID].map(known.newest) else { return end(shownID, .elsewhere) }
        guard case .signedIn(let shown, let freshness) = state else { return }
        let used = shown.with(session.profile).touched(at: max(shown.lastUsedAt, session.lastUsedAt))
        if session.tokens != shown.tokens {
            adopt(session)
        } else if used != shown {
            publish(.signedIn(used, freshness))
        }
    }
}
