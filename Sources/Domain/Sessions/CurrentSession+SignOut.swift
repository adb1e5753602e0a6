#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The end on this device comes first and needs no server. One change of the store removes the session and adds the
// sign-out that the server does not know of yet, so no crash can lose one of them.
extension CurrentSession {
    /// Ends a session on this device, and then on the server without waiting for it.
    ///
    /// The session is the one that is shown, or else the active one, if `id` is nil. With `everywhere`, the server ends all
    /// sessions of the account, if it can.
    func signOut(_ id: SessionID?, everywhere: Bool) async -> SignOutOutcome {
        await beginChange()
        defer { endChange() }
        let (now, told, known) = (dates.now, scope(everywhere: everywhere), known)
        let shown = id ?? shownID ?? activeID.flatMap { temporary($0)?.id }
        let other = shownID == shown ? nil : shownID
        let unstored = shown.flatMap { known[$0]?.temporary }
        let isShown = shown == shownID
        // Otherwise its sign-in has removed an earlier session, and made none the active one.
        let isUnsaved = shown.flatMap { known[$0]?.storageError } != nil
        if let told, let unstored {
            unstoredSignOuts.append(PendingSignOut(unstored, scope: told, signedOutAt: now))
        }
        let outcome: SignOutOutcome
        do {
            let (ended, isThere) = try await repository.update { sessions -> (SessionID?, Bool) in
                guard let id = shown ?? sessions.active?.id else { return (nil, false) }
                // Another process may have ended it, and told the server.
                let isThere = unstored != nil || sessions[id] != nil
                let wasActive = sessions.activeID == id
                // The store can have an earlier session of the account.
                let stored = unstored.map { isUnsaved ? sessions[of: $0.accountID]?.id : nil } ?? id
                if let stored { sessions.signOut(stored, as: known.newest, telling: told, at: now) }
                // A switch may have activated a session that is not shown yet.
                if wasActive, let other { sessions.activate(other) }
                // The store does not know of this session, and can have an earlier one as the active one.
                if isUnsaved, unstored != nil, isShown { sessions.activate(nil) }
                return (id, isThere)
            }
            let isUnsaved = ended.map { hasServerEndUnsaved($0, telling: told, isThere: isThere) } ?? false
            if let ended { end(ended, .signedOut, told ?? .thisDevice) }
            outcome = told != nil && isThere || isUnsaved ? .pending : .complete
        } catch {
            outcome = await clear(after: error, telling: told, of: shown)
            for id in await stillStored(shown) {
                end(id, .signedOut, told ?? .thisDevice, isStillStored: outcome.isStillStored)
            }
        }
        if shown == nil, state.session == nil { publish(.signedOut(.signedOut)) }
        deliverLater()
        return outcome
    }

    /// Ends all sessions on this device, and then on the server without waiting for it.
    func signOutAll(everywhere: Bool) async -> SignOutOutcome {
        await beginChange()
        defer { endChange() }
        let (now, told, known) = (dates.now, scope(everywhere: everywhere), known)
        let signOuts = told.map { told in temporaries.map { PendingSignOut($0, scope: told, signedOutAt: now) } }
        unstoredSignOuts += signOuts ?? []
        var outcome = SignOutOutcome.complete
        do {
            let stored = try await repository.update { sessions in
                let all = sessions.sessions
                for session in all { sessions.signOut(session.id, as: known.newest, telling: told, at: now) }
                return all.map(\.id)
            }
            let isUnsaved =
                shownID.map { hasServerEndUnsaved($0, telling: told, isThere: stored.contains($0)) } ?? false
            for id in stored + known.keys { self.known[id, default: KnownSession()].end(told ?? .thisDevice) }
            if let signOuts, stored.count + signOuts.count > 0 || isUnsaved { outcome = .pending }
        } catch {
            outcome = await clear(after: error, telling: told, of: shownID)
            // If the store cannot be read, the sessions that this process does not know go on.
            let stored = try? await repository.load()
            for id in (stored?.sessions.map(\.id) ?? []) + known.keys {
                self.known[id, default: KnownSession()].end(told ?? .thisDevice, isStillStored: outcome.isStillStored)
            }
        }
        activeID = nil
        publish(.signedOut(.signedOut))
        deliverLater()
        return outcome
    }

    /// The sessions that a sign-out ends in this process, because the store refuses the change.
    ///
    /// - Parameter id: The session; nil for the active one. The store can have an earlier session of its account.
    /// - Returns: The identities of the sessions.
    private func stillStored(_ id: SessionID?) async -> [SessionID] {
        let session = id.flatMap(temporary)
        if let id, session == nil { return [id] }
        // If the store cannot be read, what it has goes on.
        let stored = try? await repository.load()
        let other = session.map { stored?[of: $0.accountID] } ?? stored?.active
        return [id, other?.id].compactMap(\.self)
    }

    /// Ends a session on the server that only has checked a password.
    func endUnused(_ authentication: Authentication) async {
        guard canRevoke(.thisDevice) else { return }
        let session = Session(
            authentication,
            id: SessionID(identifiers),
            startedAt: dates.now,
            isRemembered: false
        )
        await beginChange()
        defer { endChange() }
        // It is stored, because no user wants it forgotten. If this fails, the session lasts until it expires on the server.
        _ = await enqueueSignOut(of: session)
    }

    /// Has the server end tokens that only this process knows, if another process has ended their session, and returns
    /// whether there are any.
    private func hasServerEndUnsaved(_ id: SessionID, telling scope: SignOutScope?, isThere: Bool) -> Bool {
        guard let scope, !isThere, let session = known[id]?.unsaved else { return false }
        unstoredSignOuts.add(PendingSignOut(session, scope: scope, signedOutAt: dates.now))
        return true
    }

    /// Removes sessions that cannot be read; others stay after an error, but the server ends the one that is shown.
    private func clear(
        after error: StorageError,
        telling scope: SignOutScope?,
        of id: SessionID?
    ) async -> SignOutOutcome {
        var isRevoked = false
        if let scope, let session = state.shown, session.id == id {
            isRevoked = true
            if temporary(session.id) == nil {
                unstoredSignOuts.append(PendingSignOut(session, scope: scope, signedOutAt: dates.now))
            }
        }
        // The session that is shown goes on in memory.
        let endsOther = shownID.map { $0 != id && temporary($0) == nil } ?? false
        guard error.allowsStartingOver, !endsOther else { return .sessionRemains(error) }
        do {
            try await repository.clear()
            return isRevoked ? .pending : .complete
        } catch {
            return .sessionRemains(error)
        }
    }

    /// Stores that the server has to end a session, and returns whether that succeeded.
    func enqueueSignOut(of session: Session) async -> Bool {
        guard let signOut = pendingSignOut(session) else { return true }
        // If this fails, the caller has the server told from memory.
        guard (try? await repository.update { $0.enqueue(signOut) }) != nil else { return false }
        deliverLater()
        return true
    }

    /// Ends a session on the server that is not stored.
    func endOnServer(_ session: Session) {
        if let signOut = pendingSignOut(session) { unstoredSignOuts.add(signOut) }
        deliverLater()
    }

    /// Returns what the server has to be told about a session, which may have ended in this process with others.
    func pendingSignOut(_ session: Session) -> PendingSignOut? {
        scope(everywhere: known[session.id]?.end == .everywhere)
            .map { PendingSignOut(session, scope: $0, signedOutAt: dates.now) }
    }

    /// The sessions of an account that the service can end.
    public nonisolated var revocableScopes: Set<SignOutScope> { revoking?.revocableScopes ?? [] }

    func canRevoke(_ scope: SignOutScope) -> Bool { revocableScopes.contains(scope) }

    /// Returns what the server is told, which ends at least this session if it can; nil for nothing.
    func scope(everywhere: Bool) -> SignOutScope? {
        let wanted: [SignOutScope] = everywhere ? [.everywhere, .thisDevice] : [.thisDevice]
        return wanted.first(where: canRevoke)
    }

    // MARK: Other devices

    /// Ends the sessions of the user on all other devices, and waits for the server; the one on this device goes on.
    ///
    /// Nothing of this is stored and sent later, because the user wants to know that it is done.
    func signOutOtherDevices() async throws(SessionError) {
        guard let revoking, canRevoke(.otherDevices) else { throw .service(.notOffered) }
        try await authorized { session throws(AccountServiceFailure) in
            try await revoking.revoke(session, scope: .otherDevices)
        }
    }
}
