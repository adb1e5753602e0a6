/// What an account API is asked.
enum AccountAction: String, Sendable, CaseIterable {
    case signUp = "sign-up"
    case signIn = "sign-in"
    case deleteAccount
    case whoAmI = "who-am-i"

    /// What a status means by RFC 9110, where the description of the API does not say it, and for requests with keys by
    /// draft-ietf-httpapi-idempotency-key-header.
    func meaning(of status: HTTPStatus, hasKey: Bool) -> ReplyMeaning {
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
            // The first request under the key is still being worked on.
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
