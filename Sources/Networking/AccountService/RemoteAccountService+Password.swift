public import Domain

extension RemoteAccountService: PasswordChanging, PasswordResetting {
    /// Changes the password of an account.
    ///
    /// If the response has no tokens, and the server has ended the session or cannot be asked about it, the service
    /// signs in with the new password. After a lost response, that can show that the password was changed.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - current: The current password.
    ///   - new: The new password.
    /// - Returns: The authentication that starts a new session, with the old tokens if there are no new ones.
    /// - Throws: `AuthenticationError`. `.invalidCredentials` means that the current password is incorrect. After a
    ///   failure that `leavesOutcomeUnknown`, another attempt finds out; after any other, the password is unchanged.
    public func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        let id = session.accountID
        // The ID and the new password sign in.
        let values: RequestValues = [
            .id: id.text, .password: new.revealed, .currentPassword: current.revealed, .newPassword: new.revealed,
        ]
        switch await sendOnce(.changePassword, .changePassword, of: id, values: values, session: session) {
        case .accepted(let acceptance):
            if let authentication = authentication(acceptance, of: session) { return authentication }
            if await hasEnded(session), case .accepted(let signIn) = await send(.signIn, values),
                let authentication = authentication(signIn, of: session)
            {
                return authentication
            }
            return Authentication(session)
        case .invalidCredentials: throw .invalidCredentials
        case .failed(let failure) where failure.leavesOutcomeUnknown:
            switch await send(.signIn, values) {
            case .accepted(let signIn):
                guard let authentication = authentication(signIn, of: session) else { break }
                await removeOperations(of: id)
                return authentication
            // The new password is correct, and only a step is left.
            case .challenge:
                await removeOperations(of: id)
                return Authentication(session)
            // A request without an answer may still take effect.
            case .invalidCredentials where failure != .remote(.outcomeUnknown):
                throw .service(failure.withoutEffect)
            default: break
            }
            throw .service(failure)
        case .failed(let failure): throw .service(failure)
        case .duplicateAccount, .challenge, .invalidCode, .gone: throw .service(.remote(.pathError))
        }
    }

    public var resetProof: ResetProof { .message }

    public var resetField: AccountField { needsEmail(.requestPasswordReset) ? .email : .id }

    public func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        _ = try await accepted(.requestPasswordReset, [.id: id.text, Placeholder(.email): id.text])
    }

    /// Returns whether a request has an e-mail address.
    func needsEmail(_ action: AccountAction) -> Bool {
        api[action]?.request.placeholders.contains(Placeholder(.email)) == true
    }

    /// Sets a password with the code from a message.
    ///
    /// After a lost response, and if a repeated request is refused after one, the service tries to find out by signing in with
    /// the new password, if the ID is known; the session of that ends again. An e-mail address does not sign in, so that the
    /// outcome stays unknown until a code is accepted.
    ///
    /// - Parameters:
    ///   - id: The account; nil if only the link knows it.
    ///   - confirmation: The code, and the identity of the account in the link.
    ///   - new: The new password.
    /// - Returns: Nil, because servers have no recovery codes.
    /// - Throws: `AuthenticationError`; `.service(.remote(.refused))` means that the code or the password is not
    ///   accepted, in the words of the server.
    public func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        var values = confirmation.values(of: id)
        values[.newPassword] = new.revealed
        var response: AccountResponse
        if let id {
            // The ID and the new password sign in; an e-mail address does not.
            let signsIn = resetField == .id
            if signsIn { values[.password] = new.revealed }
            response = await sendOnce(.confirmReset, .confirmPasswordReset, of: id, values: values)
            if signsIn, case .failed(let failure) = response, failure.leavesOutcomeUnknown {
                let signIn = await send(.signIn, values)
                switch signIn {
                case .accepted, .challenge:
                    await removeOperations(of: id)
                    response = signIn
                // A request without an answer may still take effect.
                case .invalidCredentials where failure != .remote(.outcomeUnknown):
                    throw .service(failure.withoutEffect)
                case .invalidCredentials, .failed, .duplicateAccount, .invalidCode, .gone: break
                }
            }
        } else {
            response = await send(.confirmPasswordReset, values)
        }
        switch response {
        case .accepted(let acceptance):
            if acceptance.endpoint == api[.signIn], let id { await endUnused(acceptance, of: id) }
            return nil
        // A sign-in asks for a step, so the new password is correct.
        case .challenge: return nil
        case .invalidCredentials, .gone: throw .invalidCredentials
        case .duplicateAccount, .invalidCode: throw .service(.remote(.pathError))
        case .failed(let failure): throw .service(failure)
        }
    }

    /// Ends the session of a sign-in that only has shown that a password is correct.
    private func endUnused(_ signIn: AccountResponse.Acceptance, of id: AccountID) async {
        guard offers(.signOut), let authentication = authentication(signIn, id) else { return }
        let session = Session(
            authentication,
            id: SessionID(keys),
            startedAt: dates.now,
            isRemembered: false
        )
        // If this fails, the session lasts until it expires on the server.
        _ = await ask(.signOut, session: session)
    }

    /// Returns whether the server rejects the token of a session, or cannot be asked.
    private func hasEnded(_ session: Session) async -> Bool {
        switch await ask(.whoAmI, session: session) {
        case .gone, .failed(.tokenRefused), .failed(.notOffered): true
        case .accepted, .challenge, .duplicateAccount, .invalidCredentials, .invalidCode, .failed: false
        }
    }

    /// Returns the authentication of a response, or nil if it has no token; what the response lacks stays as it was.
    private func authentication(_ acceptance: AccountResponse.Acceptance, of session: Session) -> Authentication? {
        authentication(acceptance, session.accountID, session.profile, serverKey: session.serverKey)
    }
}

extension Authentication {
    /// Creates an authentication with the tokens that a session has.
    fileprivate init(_ session: Session) {
        self.init(
            accountID: session.accountID,
            profile: session.profile,
            tokens: session.tokens,
            serverKey: session.serverKey
        )
    }
}
