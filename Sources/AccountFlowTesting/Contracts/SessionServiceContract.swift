public import Domain
import Testing

/// A session that has begun at a service, for the contracts of what the service does with sessions.
public struct BegunSession<Service: Sendable>: Sendable {
    let service: Service
    let session: Session

    /// Creates the subject of a contract.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - session: A session that has begun there, with its tokens.
    public init(_ service: Service, _ session: Session) {
        self.service = service
        self.session = session
    }
}

/// The contract of every service that replaces tokens.
public typealias SessionRefreshingContract = Contract<BegunSession<any SessionRefreshing>>

extension SessionRefreshingContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("the service can refresh a session that has begun there, and with its new tokens") { subject in
                #expect(subject.service.canRefresh(subject.session))
                let tokens = try await subject.service.refresh(subject.session)
                #expect(subject.service.canRefresh(subject.session.with(tokens)))
            },
            promise("a refresh replaces the access token") { subject in
                let tokens = try await subject.service.refresh(subject.session)
                #expect(tokens.access != subject.session.token)
            },
            promise("new tokens can be refreshed again") { subject in
                var (session, seen) = (subject.session, Set([subject.session.token]))
                for _ in 0..<3 {
                    let tokens = try await subject.service.refresh(session)
                    // A refresh token that the server did not replace stays.
                    #expect((tokens.refresh == nil) == (session.tokens.refresh == nil))
                    #expect(seen.insert(tokens.access).inserted)
                    session = session.with(tokens)
                }
            },
            promise("unknown tokens are refused as such") { subject in
                await #expect(throws: AccountServiceFailure.tokenRefused) {
                    try await subject.service.refresh(subject.session.withUnknownTokens)
                }
            },
            promise("of simultaneous refreshes, one succeeds, and the others do or are refused as such") { subject in
                let successes = try await simultaneously(8) { _ in
                    try await succeeds { _ = try await subject.service.refresh(subject.session) }
                }
                #expect(successes.contains(true))
            },
        ]
    }
}

/// The contract of every service that ends sessions.
public typealias SessionRevokingContract = Contract<BegunSession<any SessionRevoking>>

extension SessionRevokingContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("the service ends at least one scope") { subject async throws in
                #expect(!subject.service.revocableScopes.isEmpty)
            },
            promise("a session is ended with its tokens, in every scope that the service offers") { subject in
                for scope in subject.service.revocableScopes {
                    _ = try await succeeds { try await subject.service.revoke(subject.session, scope: scope) }
                }
            },
            promise("an ended session cannot be refreshed") { subject in
                guard subject.service.revocableScopes.contains(.thisDevice) else { return }
                try await subject.service.revoke(subject.session, scope: .thisDevice)
                guard let refreshing = subject.service as? any SessionRefreshing else { return }
                await #expect(throws: AccountServiceFailure.tokenRefused) {
                    try await refreshing.refresh(subject.session)
                }
            },
            promise("a session that has ended is ended again or refused as such") { subject in
                for scope in subject.service.revocableScopes {
                    for _ in 0..<2 {
                        _ = try await succeeds { try await subject.service.revoke(subject.session, scope: scope) }
                    }
                }
            },
            promise("unknown tokens end no session") { subject in
                for scope in subject.service.revocableScopes {
                    let unknown = subject.session.withUnknownTokens
                    _ = try await succeeds { try await subject.service.revoke(unknown, scope: scope) }
                }
                guard let refreshing = subject.service as? any SessionRefreshing else { return }
                _ = try await refreshing.refresh(subject.session)
            },
        ]
    }
}

/// Returns whether a request succeeded; one that was refused did not, and any other failure is thrown.
private func succeeds(_ request: () async throws -> Void) async throws -> Bool {
    do {
        try await request()
        return true
    } catch AccountServiceFailure.tokenRefused {
        return false
    }
}

extension Session {
    /// The session with tokens that no server knows.
    fileprivate var withUnknownTokens: Session {
        with(TokenSet(AccessToken("unknown"), refresh: RefreshToken("unknown")))
    }
}
