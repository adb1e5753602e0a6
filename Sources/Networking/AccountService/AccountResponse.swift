import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The outcome of a request to an account server.
enum AccountResponse: Equatable, Sendable {
    /// The contents of a successful response.
    struct Acceptance: Equatable, Sendable {
        var endpoint: Endpoint
        var tokens: TokenSet?
        var body: JSONValue?
    }

    /// A step that the server asks for, or whose message it has sent again.
    struct Step: Equatable, Sendable {
        var kind: ResponseKind
        var captured: RequestValues = [:]
        var destination: String?
        var length: Int?
        var expiresAt: Date?
        var resendAt: Date?
        var attemptsLeft: Int?
    }

    /// The server executed the request.
    case accepted(Acceptance)

    /// The user has to complete a step.
    case challenge(Step)

    /// The code is not accepted, for this reason.
    case invalidCode(ChallengeError)

    /// Another account has that ID.
    case duplicateAccount

    /// The ID is unknown or the password is incorrect.
    case invalidCredentials

    /// The account no longer exists.
    case gone

    /// The request failed, or its outcome is unknown.
    case failed(AccountServiceFailure)

    /// Returns whether sending the request again would not change the outcome.
    ///
    /// After a lost response, a failure that has nothing to do with the account leaves open what the first request did.
    func isDefinitive(afterLostResponse: Bool) -> Bool {
        switch self {
        case .accepted, .challenge, .invalidCode, .duplicateAccount, .invalidCredentials, .gone: true
        case .failed(.remote(let failure)):
            switch failure {
            case .refused: true
            case .pathError, .tokenMissing: !afterLostResponse
            case .serverError, .network, .throttled, .undecodable, .outcomeUnknown: false
            }
        case .failed(.tokenRefused), .failed(.notOffered): !afterLostResponse
        case .failed: false
        }
    }
}

extension AccountServiceFailure {
    /// The failure instead of one that left the outcome unknown, after it is known that nothing was changed.
    var withoutEffect: AccountServiceFailure {
        switch self {
        // The server, or a page in its place, has answered.
        case .remote(.undecodable), .remote(.serverError): .remote(.refused(ServerRefusal()))
        default: .remote(.network(.broken))
        }
    }

    /// Creates the failure for an error of the transport.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - changesAccounts: Whether the request changes accounts, so that a lost response leaves the outcome unknown.
    init(_ error: TransportError, changesAccounts: Bool) {
        switch error {
        case .cancelled: self = .cancelled
        // Account services send their requests without a transport that needs a session.
        case .session: self = .cancelled
        case _ where error.mayHaveReachedServer && changesAccounts: self = .remote(.outcomeUnknown)
        case .unreachable: self = .remote(.network(.unreachable))
        case .tlsFailed: self = .remote(.network(.notSecure))
        case .transportUnavailable: self = .remote(.network(.unavailable))
        case .timedOut: self = .remote(.network(.timedOut))
        case .truncated: self = .remote(.network(.broken))
        case .tooLarge, .invalidResponse: self = .remote(.undecodable)
        }
    }
}
