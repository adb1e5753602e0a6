import AccountFlowTesting
import Domain
import Networking
import Persistence

extension Registration {
    /// A registration with a complete profile.
    static func stub(id: String = "abcdef@gmail.com", password: String = "p4ss word\"값") throws -> Registration {
        Registration(
            id: try AccountID(id),
            password: Password(password),
            profile: Profile(
                nickname: try Nickname("Kim"),
                name: try PersonName("김철수"),
                email: try EmailAddress("kim@example.com"),
                phone: try PhoneNumber("010-1234-5678")
            )
        )
    }
}

/// Descriptions of third-party APIs, as an app would write them.
enum APIDescriptions {
    /// An API with nested members, `Authorization: Token …`, and field → messages dictionaries.
    private static let articlesText = """
        {
          "authorization": {"scheme": "Token"},
          "response": {"statuses": {"403": "token-refused"}},
          "signUp": {
            "method": "POST", "path": "/users",
            "body": {"user": {"email": "$id", "password": "$password", "username": "$nickname", "bio": "$$new"}},
            "token": {"json": "user.token"}, "owner": {"nickname": "user.username"}
          },
          "signIn": {
            "method": "POST", "path": "/users/login", "body": {"user": {"email": "$id", "password": "$password"}},
            "token": {"json": "user.token"},
            "owner": {"id": "user.email", "nickname": "user.username"},
            "response": {"statuses": {"403": "invalid-credentials"}}
          },
          "deleteAccount": {"method": "DELETE", "path": "/user"},
          "whoAmI": {
            "method": "GET", "path": "/user",
            "owner": {"id": "user.email", "nickname": "user.username"}
          }
        }
        """

    /// An API with problem details (RFC 9457), keys of pending operations, and the ID in a path.
    private static let problemsText = """
        {
          "baseURL": "https://id.example.org",
          "idempotencyKeys": true,
          "signInAfterSignUp": true,
          "authorization": {"header": "X-Session"},
          "response": {
            "codes": {"https://id.example.org/taken": "duplicate-account", "https://id.example.org/busy": "in-progress"},
            "fieldNames": {"mail": "email"}
          },
          "signUp": {
            "method": "PUT", "path": "/members/{id}", "headers": {"X-Api-Key": "k1"},
            "body": {"login": "$id", "secret": "$password", "fullName": "$name", "mail": "$email"}
          },
          "signIn": {
            "method": "POST", "path": "/sessions?kind=app", "body": {"login": "$id", "secret": "$password"},
            "token": {"header": "X-Session"}, "lifetime": "expiresIn"
          },
          "deleteAccount": {"method": "POST", "path": "/members/me/closure", "body": {"confirm": true}}
        }
        """

    static let base = try? HTTPURL("https://api.example.com/v1")

    static var articles: AccountAPI {
        get throws { try AccountAPI(describedBy: Array(articlesText.utf8), baseURL: base) }
    }
    static var problems: AccountAPI {
        get throws { try AccountAPI(describedBy: Array(problemsText.utf8)) }
    }
}

extension AccountAPI {
    /// The S3 API on a test server.
    static var s3: AccountAPI {
        get throws { .s3(at: try HTTPURL("https://example.com")) }
    }

    /// Returns a service that uses this API.
    func service(
        _ transport: any HTTPTransport,
        _ pendingOperations: (any PendingOperationRepository)? = InMemoryPendingOperationRepository(),
        keys: IDGenerator = .random,
        dates: DateGenerator = .constant(.stub)
    ) -> RemoteAccountService {
        RemoteAccountService(
            api: self,
            transport: transport,
            pendingOperations: pendingOperations,
            keys: keys,
            dates: dates
        )
    }
}

extension ManualClock {
    /// A clock that each sleep advances at once.
    var skippingSleeps: any Clock<Duration> { SkippingClock(clock: self) }
}

private struct SkippingClock: Clock {
    let clock: ManualClock

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        clock.advance(by: now.duration(to: deadline))
    }
}
