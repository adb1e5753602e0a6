import Domain

/// An account authority whose answers are written down as security events.
struct RecordingAuthority: AccountAuthority, PasswordChanging {
    let authority: any AccountAuthority & PasswordChanging
    let events: any SecurityEventRecorder
    let dates: DateSource

    func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
        let tag = AccountTag(registration.id)
        do {
            let authentication = try await authority.register(registration)
            await record(.signedUp(tag))
            return authentication
        } catch {
            // As much work as where the ID is free: the time of an answer must not tell what it does not.
            if error == .duplicateAccount { await record(.refused(tag)) }
            throw error
        }
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        do {
            let authentication = try await authority.authenticate(id, password: password)
            await record(.signedIn(AccountTag(id)))
            return authentication
        } catch {
            await record(error, of: id)
            throw error
        }
    }

    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        do {
            let authentication = try await authority.changePassword(of: session, from: current, to: new)
            await record(.passwordChanged(AccountTag(session.accountID)))
            return authentication
        } catch {
            await record(error, of: session.accountID)
            throw error
        }
    }

    func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        try await authority.recognizes(session)
    }

    func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool {
        let isWithdrawn = try await authority.withdraw(session)
        // An account is withdrawn once, however many ask for it at once.
        if isWithdrawn { await record(.withdrawn(AccountTag(session.accountID))) }
        return isWithdrawn
    }

    private func record(_ error: AuthenticationError, of id: AccountID) async {
        switch error {
        case .invalidCredentials: await record(.refused(AccountTag(id)))
        case .throttled(let until): await record(.throttled(AccountTag(id), until: until))
        case .invalidInput, .failed: break
        }
    }

    private func record(_ event: SecurityEvent) async {
        await events.record(RecordedEvent(event, at: dates.now))
    }
}
