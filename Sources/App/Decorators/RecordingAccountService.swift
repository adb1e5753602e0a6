import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An account service that records its results as security events.
///
/// It offers what the service offers.
struct RecordingAccountService<Service>: AccountService, PasswordChanging, PasswordResetting, ProfileUpdating,
    ChallengeAnswering
where Service: AccountService & PasswordChanging & PasswordResetting & ProfileUpdating & ChallengeAnswering {
    let service: Service
    let events: any SecurityEventRecorder
    let dates: DateGenerator

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        let tag = AccountTag(registration.id)
        do {
            let outcome = try await service.register(registration)
            await record(.signedUp(tag))
            return outcome
        } catch {
            // A free ID records an event too, so the time does not reveal whether the ID is taken.
            if error == .duplicateAccount { await record(.refused(tag)) }
            throw error
        }
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        do {
            let outcome = try await service.authenticate(id, password: password)
            if case .authenticated = outcome { await record(.signedIn(AccountTag(id))) }
            return outcome
        } catch {
            await record(error, of: id)
            throw error
        }
    }

    func checkPassword(_ password: Password, of id: AccountID) async throws(AuthenticationError)
        -> AuthenticationOutcome
    {
        do {
            return try await service.checkPassword(password, of: id)
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
            let authentication = try await service.changePassword(of: session, from: current, to: new)
            await record(.passwordChanged(AccountTag(session.accountID)))
            return authentication
        } catch {
            await record(error, of: session.accountID)
            throw error
        }
    }

    var resetProof: ResetProof { service.resetProof }

    var resetField: AccountField { service.resetField }

    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        try await service.requestPasswordReset(for: id)
    }

    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        do {
            let code = try await service.confirmPasswordReset(of: id, with: confirmation, to: new)
            if let id { await record(.passwordReset(AccountTag(id))) }
            return code
        } catch {
            if let id { await record(error, of: id) }
            throw error
        }
    }

    func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        service.addressConfirmation(of: accountID, id, at: address, sentAt: sentAt)
    }

    func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        do {
            let outcome = try await service.answer(challenge, with: confirmation)
            if case .authenticated = outcome {
                let tag = AccountTag(challenge.accountID)
                await record(.signedIn(tag))
                if challenge.kind == .totp, case .recoveryCode = SecondFactor(confirmation.code) {
                    await record(.totpDisabled(tag))
                }
            }
            return outcome
        } catch {
            switch error {
            case .wrong, .used, .tooManyAttempts, .unknown: await record(.refused(AccountTag(challenge.accountID)))
            case .throttled(let until): await record(.throttled(AccountTag(challenge.accountID), until: until))
            case .expired, .service: break
            }
            throw error
        }
    }

    func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        try await service.resend(challenge)
    }

    func cancel(_ challenge: Challenge) async { await service.cancel(challenge) }

    var updatableFields: [AccountField] { service.updatableFields }

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        try await service.owner(of: session)
    }

    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        let profile = try await service.updateProfile(of: session, edit)
        await record(.profileChanged(AccountTag(session.accountID)))
        return profile
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await service.recognizes(session)
    }

    var offersDeletion: Bool { service.offersDeletion }

    var deletionNeedsPassword: Bool { service.deletionNeedsPassword }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        try await deleteAccount(of: session, password: nil)
    }

    func deleteAccount(of session: Session, password: Password?) async throws(AccountServiceFailure) -> Bool {
        let isDeleted = try await service.deleteAccount(of: session, password: password)
        // Of simultaneous calls, only one deletes the account.
        if isDeleted { await record(.deleted(AccountTag(session.accountID))) }
        return isDeleted
    }

    private func record(_ error: AuthenticationError, of id: AccountID) async {
        switch error {
        case .invalidCredentials: await record(.refused(AccountTag(id)))
        case .throttled(let throttling): await record(.throttled(AccountTag(id), until: throttling.end))
        case .invalidInput, .service: break
        }
    }

    private func record(_ event: SecurityEvent) async {
        await events.record(RecordedEvent(event, at: dates.now))
    }
}

extension RecordingAccountService: RecoveryCodeMaking where Service: RecoveryCodeMaking {
    func makeRecoveryCode(
        of session: Session,
        password: Password,
        code: OneTimePassword?
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        let tag = AccountTag(session.accountID)
        do {
            let made = try await service.makeRecoveryCode(of: session, password: password, code: code)
            await record(.recoveryCodeMade(tag))
            return made
        } catch {
            switch error {
            case .wrongPassword, .wrongCode, .usedCode: await record(.refused(tag))
            case .throttled(let throttling): await record(.throttled(tag, until: throttling.end))
            case .codeRequired, .service: break
            }
            throw error
        }
    }
}

extension RecordingAccountService: TOTPEnabling where Service: TOTPEnabling {
    func requiresTOTP(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await service.requiresTOTP(session)
    }

    func beginTOTP(of session: Session, password: Password) async throws(TOTPError) -> TOTP {
        do {
            return try await service.beginTOTP(of: session, password: password)
        } catch {
            await record(error, of: session.accountID)
            throw error
        }
    }

    func confirmTOTP(of session: Session, with password: OneTimePassword) async throws(TOTPError) -> RecoveryCode? {
        do {
            let code = try await service.confirmTOTP(of: session, with: password)
            await record(.totpEnabled(AccountTag(session.accountID)))
            if code != nil { await record(.recoveryCodeMade(AccountTag(session.accountID))) }
            return code
        } catch {
            await record(error, of: session.accountID)
            throw error
        }
    }

    func disableTOTP(of session: Session, password: Password, factor: SecondFactor) async throws(TOTPError) {
        do {
            try await service.disableTOTP(of: session, password: password, factor: factor)
            await record(.totpDisabled(AccountTag(session.accountID)))
        } catch {
            await record(error, of: session.accountID)
            throw error
        }
    }

    private func record(_ error: TOTPError, of id: AccountID) async {
        switch error {
        case .wrongPassword, .wrongCode, .usedCode: await record(.refused(AccountTag(id)))
        case .throttled(let throttling): await record(.throttled(AccountTag(id), until: throttling.end))
        case .alreadyEnabled, .notEnabled, .service: break
        }
    }
}
