import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A second factor is throttled together with the password.
extension LocalAccountService: TOTPEnabling {
    public func requiresTOTP(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await account(of: session)?.totp?.isOn == true
    }

    public func beginTOTP(of session: Session, password: Password) async throws(TOTPError) -> TOTP {
        let begun = AccountTOTP(TOTP(TOTPSecret(identifiers)))
        let changed = try await TOTPError.mapping { () async throws(AuthenticationError) in
            let account = try await verify(session.accountID, password: password)
            guard session.belongs(to: account) else { throw .invalidCredentials }
            guard !Task.isCancelled else { throw .service(.cancelled) }
            return try await update(account) { if $0.totp?.isOn != true { $0.totp = begun } }
        }
        guard session.belongs(to: changed) else { throw .wrongPassword }
        guard changed.totp == begun else { throw .alreadyEnabled }
        return begun.totp
    }

    public func confirmTOTP(
        of session: Session,
        with password: OneTimePassword
    ) async throws(TOTPError) -> RecoveryCode? {
        try await counting(session.accountID) { () async throws(TOTPError) in
            let account = try await TOTPError.mapping { () async throws(AuthenticationError) in
                try await find(session.accountID)
            }
            guard let account, session.belongs(to: account), let totp = account.totp else { throw .notEnabled }
            guard !totp.isOn else { throw .alreadyEnabled }
            let code = RecoveryCode(identifiers)
            let recoveryHash = try await TOTPError.mapping { () async throws(AuthenticationError) in
                account.recoveryHash == nil ? try await hash(code.password) : nil
            }
            let changed = try await use(.oneTimePassword(password), of: account) { stored in
                if stored.recoveryHash == nil { stored.recoveryHash = recoveryHash }
            }
            return recoveryHash != nil && changed.recoveryHash == recoveryHash ? code : nil
        }
    }

    public func disableTOTP(
        of session: Session,
        password: Password,
        factor: SecondFactor
    ) async throws(TOTPError) {
        try await counting(session.accountID) { () async throws(TOTPError) in
            let account = try await TOTPError.mapping { () async throws(AuthenticationError) in
                try await compare(session.accountID, password: password)
            }
            guard session.belongs(to: account) else { throw .wrongPassword }
            guard account.totp?.isOn == true else { throw .notEnabled }
            _ = try await use(factor, of: account) { $0.totp = nil }
        }
    }

    /// Accepts a second factor once, over all processes, and changes the account in the same step.
    ///
    /// - Returns: The stored account after the change.
    func use(
        _ factor: SecondFactor,
        of account: Account,
        _ change: @escaping @Sendable (inout Account) -> Void = { _ in }
    ) async throws(TOTPError) -> Account {
        var account = account
        if case .recoveryCode(let code) = factor {
            do throws(AuthenticationError) {
                let owner = try await owner(of: code, account.id)
                guard owner.registrationID == account.registrationID else { throw .invalidCredentials }
                account = owner
            } catch {
                throw error == .invalidCredentials ? .wrongCode : TOTPError(error)
            }
        }
        // The task may have been cancelled while the code was compared.
        guard !Task.isCancelled else { throw .service(.cancelled) }
        let (recoveryHash, now) = (account.recoveryHash, dates.now)
        // The result of the last run of the change, which is the one that is stored.
        let result = Mutex(TOTP.Check.wrong)
        let changed = try await TOTPError.mapping { [account] () async throws(AuthenticationError) in
            try await update(account) { stored in
                let check = stored.use(factor, verified: recoveryHash, at: now)
                if case .accepted = check { change(&stored) }
                result.withLock { $0 = check }
            }
        }
        // The ID may have another owner since the account was found.
        guard changed.registrationID == account.registrationID else { throw .wrongCode }
        switch result.withLock({ $0 }) {
        case .accepted: return changed
        case .used: throw .usedCode
        case .wrong: throw .wrongCode
        }
    }
}

extension Account {
    /// Uses a second factor if it is right and was not used before; a recovery code turns one-time passwords off.
    ///
    /// - Parameters:
    ///   - factor: The second factor.
    ///   - recoveryHash: The hash of the recovery code with which the code was compared.
    ///   - date: The current date.
    /// - Returns: Whether it was used; a recovery code has the step 0.
    fileprivate mutating func use(
        _ factor: SecondFactor,
        verified recoveryHash: PasswordHash?,
        at date: Date
    ) -> TOTP.Check {
        switch factor {
        case .oneTimePassword(let password):
            guard let own = totp else { return .wrong }
            let check = own.totp.check(password, at: date, used: own.usedSteps)
            if case .accepted(let step) = check { totp?.use(step) }
            return check
        case .recoveryCode:
            guard self.recoveryHash == recoveryHash else { return .wrong }
            self.recoveryHash = nil
            // The app is lost, and no other code would follow.
            totp = nil
            return .accepted(step: 0)
        }
    }
}

extension TOTPError: AttemptError, PasswordConfirmationError {
    var counts: Bool {
        switch self {
        case .wrongPassword, .wrongCode, .usedCode, .throttled, .service(.cancelled): true
        case .alreadyEnabled, .notEnabled, .service: false
        }
    }
}
