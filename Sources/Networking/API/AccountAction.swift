/// A request that an account API may offer.
enum AccountAction: String, Sendable, CaseIterable {
    case signUp = "sign-up"
    case signIn = "sign-in"
    case deleteAccount = "delete-account"
    case whoAmI = "who-am-i"

    /// Whether the request changes accounts, so that a lost response makes the outcome unknown.
    var changesAccounts: Bool {
        switch self {
        case .signUp, .deleteAccount: true
        case .signIn, .whoAmI: false
        }
    }

    /// Returns the meaning of a status by RFC 9110 and, with a key, draft-ietf-httpapi-idempotency-key-header.
    func kind(of status: HTTPStatus, hasKey: Bool) -> ResponseKind {
        switch status {
        case .unauthorized:
            switch self {
            case .signUp: .refused
            case .signIn: .invalidCredentials
            case .deleteAccount, .whoAmI: .tokenRefused
            }
        case .conflict:
            switch self {
            case .signUp: .duplicateAccount
            // The first request under the key is still in progress.
            case .deleteAccount: hasKey ? .inProgress : .refused
            case .signIn, .whoAmI: .refused
            }
        case .badRequest, .forbidden, .unprocessableContent: .refused
        case .tooManyRequests: .throttled
        case .requestTimeout: .serverError
        default:
            switch status.kind {
            case .successful: .accepted
            case .serverError: .serverError
            case .informational, .redirection, .clientError:
                status.code == 410 && self == .deleteAccount ? .gone : .pathError
            }
        }
    }
}
