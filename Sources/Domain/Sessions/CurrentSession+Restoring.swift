#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A launch and a switch show a stored session after it was checked.
extension CurrentSession {
    /// The session to restore, the temporary one or else the active one; and what is shown, if its account is being deleted.
    func stored() async throws(StorageError) -> (session: Session, shown: SessionState?)? {
        await beginChange()
        defer { endChange() }
        if let activeID, let session = temporary(activeID) {
            return (session, shownID == activeID && deleting.contains(session.accountID) ? state : nil)
        }
        var stored = try await repository.load()
        if !stored.abandonedDeletions(besides: deleting, at: uptime.now).isEmpty {
            // If this fails, a later launch does it; until then, they stay hidden.
            _ = try? await repository.update(endingAbandonedDeletions())
            stored = try await repository.load()
        }
        return restorable(in: stored).map { (known.newest($0), stored.deletions[$0.id] == nil ? nil : state) }
    }

    /// Returns whether the account of a session is being deleted, by this process or another one, or was deleted.
    func isBeingDeleted(_ session: Session) async -> Bool {
        if temporary(session.id) != nil { return deleting.contains(session.accountID) }
        // If the store cannot be read, the next use of the session finds out.
        guard let stored = try? await repository.load() else { return false }
        return stored[session.id] == nil || stored.deletions[session.id] != nil
    }

    /// The active session, also if its account is being deleted, as long as it is shown.
    private func restorable(in stored: StoredSessions) -> Session? {
        let stored = asKnown(stored)
        return stored.active ?? (stored.activeID == shownID ? shownID.flatMap { stored[$0] } : nil)
    }

    /// Reads a session again, whose tokens and profile may have changed since it was read, and records its use.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - date: The date of its use; nil if it does not have to be recorded.
    /// - Returns: The session as it is now, or nil if it is no longer the one to restore.
    func reread(_ session: Session, usedAt date: Date?) async -> Session? {
        await beginChange()
        defer { endChange() }
        let id = session.id
        if case .memory(let temporary, let error) = known[id]?.place {
            let used = date.map { temporary.touched(at: $0) } ?? temporary
            known[id]?.place = .memory(used, error)
            return used
        }
        // The session is valid even if its use cannot be recorded, or it cannot be read again.
        guard let stored = await load(recordingUseOf: id, at: date) else {
            return date.map { session.touched(at: $0) } ?? session
        }
        guard let present = restorable(in: stored), present.id == id else { return nil }
        return known.newest(date.map { present.touched(at: $0) } ?? present)
    }

    /// Reads the store within a change, and records the use of a session in it.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - date: The date of its use; nil if it does not have to be recorded.
    /// - Returns: What is stored, also if the use could not be recorded; nil if it cannot be read.
    func load(recordingUseOf id: SessionID, at date: Date?) async -> StoredSessions? {
        if let date {
            let stored = try? await repository.update { sessions in
                sessions.touch(id, at: date)
                return sessions
            }
            if let stored { return stored }
        }
        // The callers go on with what they know.
        return try? await repository.load()
    }

    /// Shows the outcome of a restoration of a session; nil if there was none.
    ///
    /// - Returns: Whether no other state was published since; if not, nothing is changed.
    func apply(_ outcome: RestoreOutcome, of session: Session?, since earlier: Int) async -> Bool {
        await beginChange()
        defer { endChange() }
        guard generation == earlier else { return false }
        deliverUnlessFailed()
        switch (outcome, state) {
        case (.restored(let session), .signedIn(let shown, _)) where shown == session: break
        case (.restored(let session), _): show(session)
        case (.none, .signedOut): break
        case (.none, _):
            let end: SessionEnd? = session != nil ? .expired : shownID != nil ? .elsewhere : nil
            // After a switch, the state shows another session than the one that is over; a temporary one goes on.
            let over = session?.id ?? shownID.flatMap { temporary($0) == nil ? $0 : nil }
            if let over, let end { self.end(over, end) }
            activeID = nil
            publish(.signedOut(end))
        case (.termsRequired(let session, let documents), _): publish(.agreementRequired(session, documents))
        // A failure ends no session that is shown.
        case (.unavailable, .signedIn(let shown, _)) where shown.id == activeID: break
        case (.unavailable, .agreementRequired(let shown, _)) where activeID == nil || activeID == shown.id: break
        case (.uncertain(let session), _): publish(.uncertain(session))
        case (.unavailable(let error), _): publish(.unavailable(error))
        }
        return true
    }

    private func show(_ session: Session) {
        activeID = session.id
        noteToken(of: session, at: known[session.id]?.firstValid ?? moment)
        publish(.signedIn(session, .fresh))
    }

    /// Shows a session whose account has agreed to all required terms.
    func didAgree(_ session: Session, to documents: [ConsentDocument]) async {
        await beginChange()
        defer { endChange() }
        guard case .agreementRequired(let shown, let required) = state, shown.id == session.id else { return }
        let missing = required.filter { !documents.contains($0) }
        guard missing.isEmpty else { return publish(.agreementRequired(shown, missing)) }
        // Another process may have replaced its tokens while the user read. If the store cannot be read, the next use finds
        // out.
        var session = shown
        if temporary(shown.id) == nil, let stored = try? await repository.load() {
            guard let newer = stored[shown.id] else { return end(shown.id, .elsewhere) }
            session = known.newest(newer)
        }
        show(session)
    }

    /// Makes a session the active one; ``apply(_:of:since:)`` shows it.
    ///
    /// - Parameter id: The session.
    /// - Returns: Whether there is such a session, and it has not expired; the restoration ends one that is shown.
    /// - Throws: ``StorageError`` if the sessions cannot be changed.
    func activate(_ id: SessionID) async throws(StorageError) -> Bool {
        await beginChange()
        defer { endChange() }
        let (time, isShown) = (time, shownID == id)
        if let session = temporary(id) {
            guard !deleting.contains(session.accountID) else { return false }
            guard isShown || time.used(session) != nil else {
                end(id, .expired)
                return false
            }
            // If this fails, the next launch restores the session that was active before.
            _ = try? await repository.update { $0.activate(nil) }
        } else {
            let isUsable = try await updateEndingLate { sessions in
                guard
                    sessions.deletions[id] == nil,
                    let session = sessions[id],
                    let used = time.used(session) ?? (isShown ? session : nil)
                else { return false }
                sessions.activate(id)
                return sessions.update(used)
            }
            guard isUsable else { return false }
        }
        generation += 1
        activeID = id
        deliverLater()
        return true
    }

    /// The sessions on this device, in the order of their sign-ins; those of them whose accounts are being deleted; and the
    /// identity of the active one.
    func list() async throws(StorageError) -> (sessions: [Session], hidden: Set<SessionID>, activeID: SessionID?) {
        let earlier = generation
        let stored = asKnown(try await repository.load())
        // If this process has changed something since the store was read, it knows better.
        if generation == earlier, !isChanging { notice(stored) }
        let temporaries = temporaries
        let abandoned = stored.abandonedDeletions(besides: deleting, at: uptime.now)
        let hidden = stored.deletions.keys + temporaries.filter { deleting.contains($0.accountID) }.map(\.id)
        // The store can have an earlier session of the account.
        let others = stored.sessions.filter { session in
            !abandoned.contains(session.id) && !temporaries.contains { $0.accountID == session.accountID }
        }
        let active = activeID.flatMap { temporary($0)?.id } ?? stored.activeID
        return (others + temporaries, Set(hidden), active)
    }
}
