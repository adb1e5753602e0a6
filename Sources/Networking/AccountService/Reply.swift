import Domain

/// What a server's reply came to.
enum Reply: Equatable, Sendable {
    /// What came with an acceptance.
    struct Acceptance: Equatable, Sendable {
        var message = ServerMessage.none
        var token: AccessToken?
        var lifetime: Duration?
        var body: JSONValue?
    }

    /// It was done.
    case accepted(Acceptance)

    /// An account has that ID.
    case duplicateAccount

    /// The ID is unknown or the password is wrong.
    case invalidCredentials

    /// There is no such account any more.
    case gone

    /// It was not done, or nobody can say.
    case failed(RemoteFailure)

    /// Whether asking the same again would bring no other answer, so that the operation is over.
    var isDefinitive: Bool {
        switch self {
        case .accepted, .duplicateAccount, .invalidCredentials, .gone: true
        case .failed(let failure):
            switch failure {
            case .refused, .pathError, .tokenRefused, .tokenMissing, .notOffered: true
            case .serverError, .network, .throttled, .undecodable, .outcomeUnknown: false
            }
        }
    }
}
