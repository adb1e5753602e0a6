public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A server in memory that replaces and ends tokens, each refresh token once, as OAuth 2 servers with rotation do.
public actor SessionServer: SessionRefreshing, SessionRevoking {
    /// A request, before it is executed.
    public enum Request: Hashable, Sendable {
        /// Replaces the tokens of a session.
        case refresh(SessionID)
        /// Ends a session.
        case revoke(SessionID)
    }

    /// The scopes that the server offers.
    public nonisolated let revocableScopes: Set<SignOutScope>

    /// The log of requests.
    public nonisolated let requests = MessageLog<Request>()

    /// The scopes of the requests to end sessions.
    public nonisolated let scopes = MessageLog<SignOutScope>()

    private let lifetime: Double?
    private let dates: DateGenerator
    private let before: @Sendable (Request) async throws(AccountServiceFailure) -> Void
    private let after: @Sendable (Request) async throws(AccountServiceFailure) -> Void
    private var lastNumber = 0
    private var live: Set<RefreshToken> = []
    private var ended: [RefreshToken: Int] = [:]

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - lifetime: The seconds for which an access token is valid, or nil if the server does not say.
    ///   - dates: The clock.
    ///   - scopes: The scopes that the server offers.
    ///   - before: Runs before each request; an error that it throws is the answer, and nothing is executed.
    ///   - after: Runs after each request; an error that it throws replaces the answer of an executed request.
    public init(
        lifetime: Double? = 60,
        dates: DateGenerator = .constant(.stub),
        scopes: Set<SignOutScope> = [.thisDevice],
        before: @escaping @Sendable (Request) async throws(AccountServiceFailure) -> Void = { _ in },
        after: @escaping @Sendable (Request) async throws(AccountServiceFailure) -> Void = { _ in }
    ) {
        self.lifetime = lifetime
        self.dates = dates
        self.before = before
        self.after = after
        revocableScopes = scopes
    }

    /// The number of sessions that are live on the server.
    public var liveCount: Int { live.count }

    /// How often each refresh token was ended that had been live.
    public var endings: [Int] { Array(ended.values) }

    /// Begins a session on the server.
    ///
    /// - Returns: Its tokens.
    public func signIn() -> TokenSet {
        lastNumber += 1
        let refresh = RefreshToken("refresh-\(lastNumber)")
        live.insert(refresh)
        return TokenSet(
            AccessToken("access-\(lastNumber)"),
            accessExpiresAt: lifetime.map { dates.now + $0 },
            refresh: refresh
        )
    }

    public func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
        requests.append(.refresh(session.id))
        try await before(.refresh(session.id))
        guard let token = session.tokens.refresh, live.remove(token) != nil else { throw .tokenRefused }
        let tokens = signIn()
        try await after(.refresh(session.id))
        return tokens
    }

    public func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
        requests.append(.revoke(session.id))
        scopes.append(scope)
        try await before(.revoke(session.id))
        guard let token = session.tokens.refresh, live.contains(token) else { throw .tokenRefused }
        // All sessions of this server belong to one account.
        let targets: Set<RefreshToken> =
            switch scope {
            case .thisDevice: [token]
            case .otherDevices: live.subtracting([token])
            case .everywhere: live
            }
        live.subtract(targets)
        for token in targets { ended[token, default: 0] += 1 }
        try await after(.revoke(session.id))
    }
}
