public import Domain

// The operations after the sign-in. Each throws `.notOffered` if the description lacks it.
extension RemoteAccountService: SessionRefreshing, SessionRevoking {
    /// Returns whether the server offers an operation.
    ///
    /// - Parameter action: The operation.
    /// - Returns: Whether the description has its endpoint.
    public func offers(_ action: AccountAction) -> Bool { api[action] != nil }

    /// Returns whether a session has the tokens that the described refresh sends.
    ///
    /// - Parameter session: The session.
    /// - Returns: False also if the description has no refresh.
    public func canRefresh(_ session: Session) -> Bool {
        guard let endpoint = api[.refresh] else { return false }
        let requests = endpoint.before.map(\.request) + [endpoint.request]
        return session.tokens.refresh != nil || !requests.contains { $0.placeholders.contains(.refreshToken) }
    }

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

    func accepted(
        _ action: AccountAction,
        _ values: RequestValues = [:],
        session: Session? = nil
    ) async throws(AccountServiceFailure) -> AccountResponse.Acceptance {
        switch await send(action, values, session: session) {
        case .accepted(let acceptance): return acceptance
        case .gone: throw .tokenRefused
        case .challenge, .duplicateAccount, .invalidCredentials, .invalidCode: throw .remote(.pathError)
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
