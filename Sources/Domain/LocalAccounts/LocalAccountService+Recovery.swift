import Synchronization

// A recovery code is stored like a password, and throttled together with it.
extension LocalAccountService: PasswordResetting, RecoveryCodeMaking {
    public var resetProof: ResetProof { .recoveryCode }

    public func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        throw .notOffered
    }

    public func makeRecoveryCode(
        of session: Session,
        password: Password,
        code: OneTimePassword?
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        try await counting(session.accountID) { () async throws(MakeRecoveryCodeError) in
            let account = try await MakeRecoveryCodeError.mapping { () async throws(AuthenticationError) in
                try await compare(session.accountID, password: password)
            }
            guard session.belongs(to: account) else { throw .wrongPassword }
            let isOn = account.totp?.isOn == true
            if isOn, code == nil { throw .codeRequired }
            let next = RecoveryCode(identifiers)
            let recoveryHash = try await MakeRecoveryCodeError.mapping { () async throws(AuthenticationError) in
                try await hash(next.password)
            }
            if isOn, let code {
                do throws(TOTPError) {
                    _ = try await use(.oneTimePassword(code), of: account) { $0.recoveryHash = recoveryHash }
                } catch {
                    throw MakeRecoveryCodeError(error)
                }
                return next
            }
            guard !Task.isCancelled else { throw .service(.cancelled) }
            let changed = try await MakeRecoveryCodeError.mapping { () async throws(AuthenticationError) in
                // They may have been turned on meanwhile.
                try await update(account) { if $0.totp?.isOn != true { $0.recoveryHash = recoveryHash } }
            }
            guard session.belongs(to: changed) else { throw .wrongPassword }
            guard changed.recoveryHash == recoveryHash else { throw .codeRequired }
            return next
        }
    }

    public func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        // This says nothing about accounts.
        guard let id, let code = RecoveryCode(confirmation.code) else { throw .invalidCredentials }
        return try await counting(id) { () async throws(AuthenticationError) in
            let account = try await owner(of: code, id)
            let next = RecoveryCode(identifiers)
            let (passwordHash, recoveryHash) = (try await hash(new), try await hash(next.password))
            // The task may have been cancelled while the passwords were hashed.
            guard !Task.isCancelled else { throw .service(.cancelled) }
            // The result of the last run of the change, which is the one that is stored.
            let isSet = Mutex(false)
            let changed = try await update(account) { stored in
                let isValid = stored.recoveryHash == account.recoveryHash
                isSet.withLock { $0 = isValid }
                guard isValid else { return }
                stored.passwordHash = passwordHash
                // One code must not stand for the password and then for the second factor.
                stored.recoveryHash = stored.totp?.isOn == true ? nil : recoveryHash
            }
            // Another reset has used the code, or the ID has another owner.
            guard isSet.withLock({ $0 }) else { throw .invalidCredentials }
            return changed.recoveryHash == recoveryHash ? next : nil
        }
    }

    /// Returns the account of an ID if the code is its recovery code; other IDs and codes take the same time.
    func owner(of code: RecoveryCode, _ id: AccountID) async throws(AuthenticationError) -> Account {
        let account = try await find(id)
        let isVerified = try await matches(code.password, account?.recoveryHash)
        guard isVerified, let account else { throw .invalidCredentials }
        return account
    }

    func hash(_ password: Password) async throws(AuthenticationError) -> PasswordHash {
        do {
            return try await hasher.hash(password)
        } catch {
            throw AuthenticationError(error)
        }
    }

    /// Changes a stored account, unless it was deleted meanwhile; the next owner of its ID stays as it is.
    func update(
        _ account: Account,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AuthenticationError) -> Account {
        do {
            return try await accounts.update(account.id) { stored in
                if stored.registrationID == account.registrationID { change(&stored) }
            }
        } catch {
            switch error {
            case .notFound, .idChanged: throw .invalidCredentials
            case .storage(let error): throw .service(.storage(error))
            }
        }
    }
}

extension MakeRecoveryCodeError: AttemptError, PasswordConfirmationError {
    fileprivate init(_ error: TOTPError) {
        switch error {
        case .wrongPassword: self = .wrongPassword
        // One-time passwords were turned off meanwhile.
        case .wrongCode, .alreadyEnabled, .notEnabled: self = .wrongCode
        case .usedCode: self = .usedCode
        case .throttled(let throttling): self = .throttled(throttling)
        case .service(let failure): self = .service(failure)
        }
    }

    var counts: Bool {
        switch self {
        case .wrongPassword, .wrongCode, .usedCode, .throttled, .service(.cancelled): true
        case .codeRequired, .service: false
        }
    }
}
