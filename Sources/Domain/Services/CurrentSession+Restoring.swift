// A launch and a switch show a stored session after it was checked.
extension CurrentSession {
    /// The session to restore: the temporary one, or else the active one.
    func stored() async throws(StorageError) -> Session? {
        await beginChange()
        defer { endChange() }
        if let activeID, let session = temporary[activeID] { return session }
        return try await repository.load().active.map(newest)
    }

    /// Returns a stored session with newer tokens, if the store does not have them, or other ones.
    private func newest(_ stored: Session) -> Session {
        guard let tokens = unsaved[stored.id], tokens.old == stored.tokens else {
            unsaved[stored.id] = nil
            return stored
        }
        return stored.with(tokens.new)
    }

    /// Records a use of a session, whose tokens and profile may have changed since it was read.
    ///
    /// - Returns: The session as it is now, or nil if it is no longer the active one.
    func recordUse(of session: Session) async -> Session? {
        await beginChange()
        defer { endChange() }
        if let used = temporary[session.id]?.touched(at: session.lastUsedAt) {
            temporary[session.id] = used
            return used
        }
        do {
            return try await repository.update { sessions in
                sessions.activeID == session.id && sessions.touch(session) ? sessions[session.id] : nil
            }.map(newest)
        } catch {
            // The session is valid even if its use cannot be recorded.
            return session
        }
    }

    /// Shows the outcome of a restoration of a session; nil if there was none.
    ///
    /// - Returns: Whether no other state was published since; if not, nothing is changed.
    func apply(_ outcome: RestoreOutcome, of session: Session?, since earlier: Int) async -> Bool {
        await beginChange()
        defer { endChange() }
        guard generation == earlier else { return false }
        deliverLater()
        switch (outcome, state) {
        case (.restored(let session), .signedIn(let shown, _)) where shown == session: break
        case (.restored(let session), _):
            activeID = session.id
            noteToken(of: session, at: firstValid[session.id] ?? moment)
            publish(.signedIn(session, .fresh))
        case (.none, .signedOut): break
        // A deletion has removed it for a while.
        case (.none, _) where session == nil && deleting.values.contains { $0 == shownID }: break
        case (.none, _):
            let end: SessionEnd? = session != nil ? .expired : shownID != nil ? .elsewhere : nil
            // After a switch, the state shows another session than the one that is over; a temporary one goes on.
            let over = session?.id ?? shownID.flatMap { temporary[$0] == nil ? $0 : nil }
            if let over, let end { publishEnd(of: over, end) }
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

    /// Shows a session whose account has agreed to all required terms.
    func didAgree(_ session: Session, to documents: [ConsentDocument]) async {
        await beginChange()
        defer { endChange() }
        guard case .agreementRequired(let shown, let required) = state, shown.id == session.id else { return }
        let missing = required.filter { !documents.contains($0) }
        guard missing.isEmpty else { return publish(.agreementRequired(shown, missing)) }
        activeID = shown.id
        noteToken(of: shown, at: firstValid[shown.id] ?? moment)
        publish(.signedIn(shown, .fresh))
    }

    /// Makes a session the active one; ``apply(_:of:since:)`` shows it.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - recordUse: Returns a stored session with its use recorded, if that is necessary.
    /// - Returns: Whether there is such a session.
    /// - Throws: ``StorageError`` if the sessions cannot be changed.
    func activate(
        _ id: SessionID,
        recordUse: @escaping @Sendable (Session, SessionTime) -> Session
    ) async throws(StorageError) -> Bool {
        await beginChange()
        defer { endChange() }
        if temporary[id] == nil {
            let isStored = try await repository.update { [time] sessions in
                if let session = sessions[id] { sessions.update(recordUse(session, time)) }
                return sessions.activate(id)
            }
            guard isStored else { return false }
        } else {
            // If this fails, the next launch restores the session that was active before.
            _ = try? await repository.update { $0.activate(nil) }
        }
        generation += 1
        activeID = id
        return true
    }

    /// The sessions on this device, in the order of their sign-ins, and the identity of the active one.
    func list() async throws(StorageError) -> (sessions: [Session], activeID: SessionID?) {
        let earlier = generation
        let stored = try await repository.load()
        notice(stored, since: earlier)
        let active = activeID.flatMap { temporary[$0]?.id } ?? stored.activeID
        return (stored.sessions.filter { temporary[$0.id] == nil } + unstored, active)
    }
}
