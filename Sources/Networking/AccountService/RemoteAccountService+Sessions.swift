public import Domain

// The operations after the sign-in. Each throws `.remote(.notOffered)` if the description lacks it.
extension RemoteAccountService: SessionRefreshing, SessionRevoking {
    /// Returns whether the server offers an operation.
    ///
    /// - Parameter action: The operation.
    /// - Returns: Whether the description has its endpoint.
    public func offers(_ action: AccountAction) -> Bool { api[action] != nil }

    public func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
        guard let tokens = try await accepted(.refresh, session: session).tokens else { throw .remote(.tokenMissing) }
        guard tokens.refresh == nil else { return tokens }
        return TokenSet(
            tokens.access,
            accessExpiresAt: tokens.accessExpiresAt,
            refresh: session.tokens.refresh,
            refreshExpiresAt: session.tokens.refreshExpiresAt,
            accessCookie: tokens.accessCookie,
            refreshCookie: session.tokens.refreshCookie
        )
    }

    public var revocableScopes: Set<SignOutScope> {
        Set(SignOutScope.allCases.filter { offers(AccountAction(ending: $0)) })
    }

    public func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
        _ = try await accepted(AccountAction(ending: scope), session: session)
    }

    /// Requests a message with which the password can be reset.
    ///
    /// - Parameter id: The account, whether it exists or not.
    /// - Throws: `AccountServiceFailure`; `.remote(.throttled)` means too many messages.
    public func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        _ = try await accepted(.requestPasswordReset, [.id: id.text])
    }

    /// Sets a password with the code from a message.
    ///
    /// - Parameters:
    ///   - confirmation: The code.
    ///   - id: The account.
    ///   - new: The new password.
    /// - Throws: `AccountServiceFailure`; `.remote(.refused)` means that the code or the password is not accepted.
    public func confirmPasswordReset(
        with confirmation: AccountConfirmation,
        of id: AccountID,
        to new: Password
    ) async throws(AccountServiceFailure) {
        var values = confirmation.values(of: id)
        values[.newPassword] = new.revealed
        _ = try await accepted(.confirmPasswordReset, values)
    }

    /// Confirms an address with the code from a message.
    ///
    /// - Parameters:
    ///   - confirmation: The code.
    ///   - id: The account.
    /// - Throws: `AccountServiceFailure`; `.remote(.refused)` means that the code is not accepted.
    public func verify(with confirmation: AccountConfirmation, of id: AccountID) async throws(AccountServiceFailure) {
        _ = try await accepted(.verify, confirmation.values(of: id))
    }

    /// Requests the message with the code for an address again.
    ///
    /// - Parameter id: The account.
    /// - Throws: `AccountServiceFailure`; `.remote(.throttled)` means too many messages.
    public func resendVerification(for id: AccountID) async throws(AccountServiceFailure) {
        _ = try await accepted(.resendVerification, [.id: id.text])
    }

    func accepted(
        _ action: AccountAction,
        _ values: RequestValues = [:],
        session: Session? = nil
    ) async throws(AccountServiceFailure) -> AccountResponse.Acceptance {
        switch await send(action, values, session: session) {
        case .accepted(let acceptance): return acceptance
        case .gone: throw .remote(.tokenRefused)
        case .duplicateAccount, .invalidCredentials: throw .remote(.pathError)
        case .failed(let failure): throw failure
        }
    }
}

/// The code from a message to the user, and the identity of the account in the same link, if it has one.
public struct AccountConfirmation: Hashable, Secret {
    /// The code.
    public let code: String

    /// The identity of the account, or nil.
    public let uid: String?

    /// Creates a confirmation.
    ///
    /// - Parameters:
    ///   - code: The code, as the user typed it or as the link contains it.
    ///   - uid: The identity of the account in the link, or nil.
    public init(code: String, uid: String? = nil) {
        self.code = code
        self.uid = uid
    }

    fileprivate func values(of id: AccountID) -> RequestValues {
        var values: RequestValues = [.id: id.text, .code: code]
        values[.uid] = uid
        return values
    }
}
