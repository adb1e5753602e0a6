// A session has a copy of the profile, which screens show without asking the account service.
extension CurrentSession {
    /// Stores the changed profile of an account in its session, and shows it; a session that has ended does not come back.
    func updateProfile(of session: Session, to profile: Profile) async -> OpenedSession {
        await beginChange()
        defer { endChange() }
        let id = session.id
        var storageError: StorageError?
        if let temporary = temporary[id] {
            self.temporary[id] = temporary.with(profile)
        } else {
            do {
                try await repository.update { sessions in
                    if let stored = sessions[id] { sessions.update(stored.with(profile)) }
                }
            } catch {
                storageError = error
            }
        }
        guard case .signedIn(let shown, let freshness) = state, shown.id == id else {
            return OpenedSession(session.with(profile), storageError: storageError)
        }
        publish(.signedIn(shown.with(profile), freshness))
        return OpenedSession(shown.with(profile), storageError: storageError)
    }

    /// Returns a session with the profile that is shown for it, which may have changed since the session was read.
    func withShownProfile(_ session: Session) -> Session {
        guard let shown = state.session, shown.id == session.id else { return session }
        return session.with(shown.profile)
    }
}
