import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A session begins in two steps: it is stored, and then shown, or undone if it must not begin after all.
extension CurrentSession {
    /// Starts a session, and stores it if it is remembered; the state does not show it before ``finish(_:)``.
    ///
    /// - Returns: What was started; nil if sign-ins at the same time took the last places, and the server ends the session.
    func begin(
        _ authentication: Authentication,
        remember: Bool,
        policy: SessionPolicy,
        limit: Int
    ) async -> StartedSession? {
        let began = moment
        let session = Session(
            authentication,
            id: SessionID(identifiers),
            startedAt: began.date,
            isRemembered: remember,
            policy: policy
        )
        await beginChange()
        defer { endChange() }
        var started = StartedSession(
            session: session,
            temporary: temporary,
            activeID: activeID,
            state: state,
            endingsOfAll: endingsOfAll
        )
        generation += 1
        starting[session.id] = session.accountID
        firstValid[session.id] = began
        noteToken(of: session, at: began)
        unstoredSignOuts.removeAll { $0.session.token == session.token }
        temporary = temporary.filter { $0.value.accountID != session.accountID }
        if !remember { temporary[session.id] = session }
        activeID = session.id
        let time = time
        @Sendable func lasts(_ other: Session) -> Bool { time.validity(of: other, under: policy) != .expired }
        let others = Set(temporary.values.filter(lasts).map(\.accountID)).subtracting([session.accountID])
        let signOut = pendingSignOut(session)
        do {
            let earlier = try await repository.update { sessions -> StoredSessions? in
                let earlier = sessions
                let taken = others.union(sessions.sessions.filter(lasts).map(\.accountID))
                guard taken.contains(session.accountID) || taken.count < limit else {
                    if session.isRemembered, let signOut { sessions.enqueue(signOut) }
                    return nil
                }
                sessions.begin(session)
                return earlier
            }
            guard let earlier else {
                if !session.isRemembered { unstoredSignOuts += [signOut].compactMap { $0 } }
                starting[session.id] = nil
                noteEnd(of: session.id)
                (temporary, activeID) = (started.temporary, started.activeID)
                deliverLater()
                return nil
            }
            started.earlier = earlier
            started.expired = (earlier.sessions + started.temporary.values).filter { other in
                !lasts(other) && ![session.accountID, started.state.session?.accountID].contains(other.accountID)
            }
        } catch {
            temporary[session.id] = session
            storageErrors[session.id] = error
            started.storageError = error
        }
        return started
    }

    /// Shows a session that has begun, unless another one was shown or it has ended since.
    func finish(_ started: StartedSession) async {
        await beginChange()
        defer { endChange() }
        let session = started.session
        starting[session.id] = nil
        let isActive = activeID.map { $0 == session.id || starting[$0] != nil } ?? false
        // The server has replaced the tokens of the session that this one replaces.
        if let own = started.earlier[of: session.accountID], let tokens = unsaved.removeValue(forKey: own.id)?.new,
            tokens.access != session.token
        {
            endOnServer(own.with(tokens))
        }
        guard isActive, !ended.contains(session.id) else { return await endReplaced() }
        deliverLater()
        publish(.signedIn(session, started.storageError.map { .unsaved($0) } ?? .fresh))
    }

    /// Removes the sessions that had expired before a sign-in, except the one that was shown, in a task of this object.
    ///
    /// Only a sign-in removes them, because the clock may be wrong; and only one that cannot be cancelled any more, so this
    /// does not suspend.
    nonisolated func removeExpired(before started: StartedSession) {
        guard !started.expired.isEmpty else { return }
        expired.withLock { $0 += started.expired }
        _ = makeTask { await self.removeExpired() }
    }

    /// Waits until the expired sessions are removed that were not used since.
    func removeExpired() async {
        guard !expired.withLock(\.isEmpty) else { return }
        await beginChange()
        defer { endChange() }
        let found = expired.withLock { $0 }
        let expired = found.filter { $0.id != shownID }
        for session in expired where temporary[session.id] == session { publishEnd(of: session.id, .expired) }
        let (scope, date): (SignOutScope?, Date) = (canRevoke(.thisDevice) ? .thisDevice : nil, dates.now)
        let newest = unsaved.mapValues(\.new)
        // If this fails, they stay until the next sign-in.
        _ = try? await repository.update { sessions in
            for session in expired where sessions[session.id] == session {
                sessions.signOut(session.id, with: newest[session.id], telling: scope, at: date)
            }
        }
        // Another sign-in may have found more meanwhile.
        self.expired.withLock { $0.removeFirst(found.count) }
        deliverLater()
    }

    /// Undoes a beginning; a session that has begun since stays, and one that has ended since does not come back.
    func undo(_ started: StartedSession, withoutAccount: Bool) async throws(StorageError) {
        await beginChange()
        defer { endChange() }
        let (session, accountID) = (started.session, started.session.accountID)
        // A caller that is cancelled last has seen the session already; the one before may have ended since.
        let wasShown = shownID == session.id
        let isOver = wasShown && started.state.session.map { ended.contains($0.id) } ?? false
        let shown = wasShown ? (isOver ? nil : started.state.shownID) : shownID
        var (earlier, own) = (started.earlier, started.earlier[of: accountID])
        if let old = own, let tokens = unsaved[old.id], tokens.old == old.tokens {
            earlier.update(old.with(tokens.new))
            own = earlier[old.id]
        }
        // A sign-out of the session that was beginning is one of the session before it.
        let isEnded = own.map { hasEnded($0.id, since: started.endingsOfAll) } ?? false || ended.contains(session.id)
        let isReplaced = temporary.values.contains { $0.accountID == accountID && $0.id != session.id }
        let signOut = own.flatMap { isEnded && !withoutAccount ? pendingSignOut($0) : nil }
        let before = shown ?? started.activeID.flatMap { isOver || ended.contains($0) ? nil : $0 }
        // A session that is not remembered may have begun since.
        let activated = activeID == session.id || activeID == shown ? before : nil
        if let own, withoutAccount || isEnded || isReplaced { earlier.remove(own.id) }
        var stored: StoredSessions?
        if started.storageError == nil {
            stored = try await repository.update { [earlier] sessions in
                sessions.undo(session, from: earlier)
                // A switch may not have shown its session yet, and a later beginning stays.
                if isOver {
                    sessions.activate(nil)
                } else if let activated, sessions.activeID == nil || sessions.activeID == earlier.activeID {
                    sessions.activate(sessions[activated]?.id)
                }
                // Newer tokens may have ended already.
                if let signOut, !sessions.signOuts.contains(where: { $0.session.id == signOut.session.id }) {
                    sessions.enqueue(signOut)
                }
                return sessions
            }
            if let own { unsaved[own.id] = nil }
        }
        if wasShown { publish(isOver ? .signedOut(.signedOut) : started.state(with: stored)) }
        if isEnded, let own { publishEnd(of: own.id, .signedOut) }
        generation += 1
        starting[session.id] = nil
        noteEnd(of: session.id)
        if activeID == session.id { activeID = before }
        temporary[session.id] = nil
        if !withoutAccount, let own = started.temporary.values.first(where: { $0.accountID == session.accountID }) {
            if hasEnded(own.id, since: started.endingsOfAll) {
                unstoredSignOuts += [pendingSignOut(own)].compactMap { $0 }
            } else {
                temporary[own.id] = own
            }
        }
        await endReplaced()
        deliverLater()
    }

    /// Stores a session again that was removed; if it has ended since, the server ends it instead.
    func restore(_ removed: RemovedSession) async throws(StorageError) {
        await beginChange()
        defer { endChange() }
        let id = removed.session.id
        deleting.remove(removed.session.accountID)
        let tokens = unsaved.removeValue(forKey: id)
        var session = withShownProfile(removed.session)
        if let tokens, tokens.old == session.tokens { session = session.with(tokens.new) }
        generation += 1
        let (isEnded, signOut) = (hasEnded(id, since: removed.endingsOfAll), pendingSignOut(session))
        // A session that is not remembered may have begun since; the next launch must not restore an earlier one.
        let isActive = removed.wasActive && (activeID ?? id) == id
        try await repository.update { [session] sessions in
            if !isEnded {
                sessions.restore(session, isActive: isActive)
            } else if let signOut {
                sessions.enqueue(signOut)
            }
        }
        if isSignedIn(id) { publish(.signedIn(session, .fresh)) }
        deliverLater()
    }

    /// Ends a session on the server that is not stored.
    func endOnServer(_ session: Session) {
        unstoredSignOuts += [pendingSignOut(session)].compactMap { $0 }
        deliverLater()
    }

    private func pendingSignOut(_ session: Session) -> PendingSignOut? {
        canRevoke(.thisDevice) ? PendingSignOut(session, signedOutAt: dates.now) : nil
    }

    /// Shows the end of a session that was replaced by one that is not shown either.
    private func endReplaced() async {
        // If the store fails, the next use of the session finds out.
        guard starting.isEmpty, let shownID, temporary[shownID] == nil, let stored = try? await repository.load(),
            stored[shownID] == nil
        else { return }
        publishEnd(of: shownID, .signedOut)
    }
}

/// A session that has begun, and what it replaced.
struct StartedSession: Sendable {
    let session: Session

    /// The stored sessions before the beginning; none if the session could not be stored.
    var earlier = StoredSessions()

    /// The sessions that have expired, stored or not, except the one that was shown.
    var expired: [Session] = []

    /// The sessions that were not stored before the beginning.
    let temporary: [SessionID: Session]

    /// The active session before the beginning.
    let activeID: SessionID?

    /// The state before the beginning.
    let state: SessionState

    /// How often all sessions had ended at once before the beginning.
    let endingsOfAll: Int

    /// The reason why the session could not be stored, or nil.
    var storageError: StorageError?

    /// The state before the beginning, with the tokens that its session has now.
    func state(with stored: StoredSessions?) -> SessionState {
        guard case .signedIn(let shown, let freshness) = state, let newest = stored?[shown.id] else { return state }
        return .signedIn(shown.with(newest.tokens), freshness)
    }
}
