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

extension AccountConfirmation {
    /// The values of the code, and of the account if it is known.
    func values(of id: AccountID?) -> RequestValues {
        var values: RequestValues = [.code: code]
        values[.id] = id?.text
        values[.uid] = uid
        return values
    }
}
