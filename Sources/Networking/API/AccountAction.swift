import Domain

/// An operation that an account API may offer.
///
/// The raw value is the member of a description.
public enum AccountAction: String, Hashable, Sendable, CaseIterable {
    /// Creates an account.
    case signUp
    /// Checks an ID and a password.
    case signIn
    /// Replaces the tokens of a session.
    case refresh
    /// Returns the owner of a token.
    case whoAmI
    /// Ends a session.
    case signOut
    /// Ends all other sessions of the account of a token.
    case signOutOtherDevices
    /// Ends all sessions of the account of a token.
    case signOutEverywhere
    /// Deletes the account of a token.
    case deleteAccount
    /// Changes the password of the account of a token.
    case changePassword
    /// Sends the user a message with which the password can be reset.
    case requestPasswordReset
    /// Sets the password with the code from that message.
    case confirmPasswordReset
    /// Confirms an address with the code from a message.
    case verify
    /// Sends the user that message again.
    case resendVerification
    /// Answers a second factor.
    case answerChallenge
    /// Sends the user the message of a second factor again.
    case resendChallenge
    /// Ends a second factor without an answer.
    case cancelChallenge
    /// Changes the profile of the account of a token.
    case updateProfile

    /// Creates the operation that ends sessions.
    init(ending scope: SignOutScope) {
        self =
            switch scope {
            case .thisDevice: .signOut
            case .otherDevices: .signOutOtherDevices
            case .everywhere: .signOutEverywhere
            }
    }

    /// Whether the request changes accounts, uses a code or sends a message, so that a lost response makes the outcome unknown.
    var changesAccounts: Bool {
        switch self {
        case .signUp, .deleteAccount, .changePassword, .requestPasswordReset, .confirmPasswordReset, .updateProfile,
            .verify, .resendVerification, .answerChallenge, .resendChallenge:
            true
        case .signIn, .refresh, .whoAmI, .signOut, .signOutOtherDevices, .signOutEverywhere, .cancelChallenge: false
        }
    }

    /// The failure of a request whose token a session does not have; a server without it offers no sign-out.
    var failureWithoutToken: AccountServiceFailure {
        switch self {
        case .signOut, .signOutOtherDevices, .signOutEverywhere: .notOffered
        default: .remote(.tokenMissing)
        }
    }

    /// Whether the request is sent with the access token of a session.
    var isAuthorized: Bool {
        switch self {
        case .whoAmI, .signOut, .signOutOtherDevices, .signOutEverywhere, .deleteAccount, .changePassword,
            .updateProfile:
            true
        case .signUp, .signIn, .refresh, .requestPasswordReset, .confirmPasswordReset, .verify, .resendVerification,
            .answerChallenge, .resendChallenge, .cancelChallenge:
            false
        }
    }

    /// Whether the response may have tokens of a session.
    var startsSession: Bool {
        switch self {
        case .signUp, .signIn, .refresh, .changePassword, .confirmPasswordReset, .verify, .answerChallenge: true
        case .whoAmI, .signOut, .signOutOtherDevices, .signOutEverywhere, .deleteAccount, .requestPasswordReset,
            .resendVerification, .resendChallenge, .cancelChallenge, .updateProfile:
            false
        }
    }

    /// Whether the request has the code of a step.
    var answersChallenge: Bool { self == .verify || self == .answerChallenge }

    /// Whether the request has a password or a code that may be wrong.
    var checksCredentials: Bool {
        [.signIn, .changePassword, .deleteAccount, .confirmPasswordReset].contains(self)
    }

    /// Whether the response may ask for a step.
    var mayBeginChallenge: Bool { answersChallenge || self == .signUp || self == .signIn }

    /// Whether the request can have the values that a step has captured.
    var hasCaptures: Bool { [.answerChallenge, .resendChallenge, .cancelChallenge].contains(self) }

    /// The placeholders that the request can have.
    var placeholders: Set<Placeholder> {
        let session: Set<Placeholder> = [.id, .key, .accessToken, .refreshToken]
        let profile = Set(Profile.fields.map { Placeholder($0.field) })
        return switch self {
        case .signUp: profile.union([.id, .password, Placeholder(.confirmation), .consents])
        case .signIn: [.id, .password]
        case .refresh, .whoAmI, .signOut, .signOutOtherDevices, .signOutEverywhere: session
        case .deleteAccount: session.union([.currentPassword])
        case .changePassword: session.union([.currentPassword, .newPassword])
        case .requestPasswordReset, .resendVerification: [.id, Placeholder(.email)]
        case .resendChallenge, .cancelChallenge: [.id]
        case .confirmPasswordReset: [.id, .code, .uid, .newPassword]
        case .verify, .answerChallenge: [.id, .code, .uid]
        case .updateProfile: session.union(profile)
        }
    }

    /// The placeholders of all requests.
    static let allPlaceholders = allCases.reduce(into: Set<Placeholder>()) { $0.formUnion($1.placeholders) }

    /// Returns the meaning of a status by RFC 9110 and, with a key, draft-ietf-httpapi-idempotency-key-header.
    func kind(of status: HTTPStatus, hasKey: Bool) -> ResponseKind {
        switch status {
        case .unauthorized:
            switch self {
            case .signIn: .invalidCredentials
            case _ where isAuthorized || self == .refresh: .tokenRefused
            default: .refused
            }
        case .conflict:
            switch self {
            case .signUp: .duplicateAccount
            // The first request under the key is still in progress.
            case .deleteAccount where hasKey: .inProgress
            default: .refused
            }
        case .badRequest, .forbidden, .unprocessableContent: .refused
        case .tooManyRequests: .throttled
        case .requestTimeout: .serverError
        default:
            switch status.kind {
            case .successful: .accepted
            case .serverError: .serverError
            // The server may have acted, as with a 303 after a form.
            case .redirection where changesAccounts: .inProgress
            case .clientError where status.code == 410 && answersChallenge: .expired
            case .informational, .redirection, .clientError:
                status.code == 410 && self == .deleteAccount ? .gone : .pathError
            }
        }
    }
}
