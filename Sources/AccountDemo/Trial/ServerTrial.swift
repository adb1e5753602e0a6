import Domain
import Networking
import Synchronization

extension Registration {
    /// Creates a throw-away account with a random ID and password, and with a profile that belongs to no person.
    static func throwAway(hasEmailID: Bool) throws -> Registration {
        let name = "try" + IDGenerator.random.next().prefix(10)
        // A domain that is reserved for examples.
        let email = name + "@example.com"
        // Most servers require several kinds of characters; these need no escapes in URLs and forms.
        let password = Password("Aa1-" + IDGenerator.random.next().prefix(16))
        let id = try AccountID(hasEmailID ? email : name)
        return Registration(
            id: id,
            password: password,
            profile: try Profile { $0.field == .email ? email : $0.example }
        )
    }
}

/// The life of a throw-away account on a server, from sign-up to deletion, or sessions of an existing account.
struct ServerTrial {
    /// A request, and its response unless the transport failed.
    typealias Exchange = (request: HTTPRequest, response: HTTPResponse?)

    /// One action, with the session before it, and its error if it failed.
    typealias Step = (action: AccountAction, exchanges: [Exchange], session: Session?, error: (any Error)?)

    private let account: Registration

    /// Whether the account is neither created nor deleted.
    private let isExisting: Bool

    private let service: RemoteAccountService
    private let recorder: RecordingTransport
    private var session: Session?
    private(set) var steps: [Step] = []

    /// A sign-in that ends the trial, because only the owner of the account can complete its step.
    struct StepRequired: Error { let challenge: Challenge }

    /// The password, and the tokens that the server has issued.
    private(set) var secrets: [String]

    /// Whether the account may exist.
    private(set) var accountRemains = false

    init(
        of account: Registration,
        isExisting: Bool,
        at api: AccountAPI,
        language: String,
        over transport: any HTTPTransport
    ) {
        self.account = account
        self.isExisting = isExisting
        recorder = RecordingTransport(transport)
        service = RemoteAccountService(api: api, transport: recorder, language: { language })
        secrets = [account.password.revealed]
    }

    /// Takes every step that the server offers, and deletes the account at the end.
    mutating func run() async {
        if isExisting { await signIn() } else { await signUp() }
        let (service, account) = (service, account)
        guard let first = session else { return }
        _ = await attempt(.whoAmI) { try await service.owner(of: first) }
        if let new = await attempt(.refresh, { try await service.refresh(first) }) {
            open(Authentication(accountID: account.id, profile: first.profile, tokens: new, serverKey: first.serverKey))
        }
        // Without a sign-in, a session that has ended could not delete the account.
        if service.offers(.signIn), let session {
            _ = await attempt(.signOut) { try await service.revoke(session, scope: .thisDevice) }
            await signIn()
        }
        guard let session, !isExisting else { return }
        let deletion = await attempt(.deleteAccount) {
            try await service.deleteAccount(of: session, password: account.password)
        }
        accountRemains = deletion == nil
    }

    private mutating func signUp() async {
        let (service, account) = (service, account)
        let signUp = await attempt(.signUp) { try await service.register(account) }
        if case .authenticated(let authentication) = signUp { open(authentication) }
        accountRemains = signUp != nil || outcomeIsUnknown
        if accountRemains, session == nil { await signIn() }
    }

    private mutating func signIn() async {
        let (service, account) = (service, account)
        let authentication = await attempt(.signIn) {
            switch try await service.authenticate(account.id, password: account.password) {
            case .authenticated(let authentication): return authentication
            case .challenge(let challenge): throw StepRequired(challenge: challenge)
            }
        }
        if let authentication { open(authentication) }
    }

    private mutating func open(_ authentication: Authentication) {
        let now = DateGenerator.system.now
        session = Session(authentication, id: SessionID(.random), startedAt: now, isRemembered: false)
        let tokens = authentication.tokens
        secrets += [tokens.access.revealed, tokens.refresh?.revealed].compactMap(\.self)
    }

    /// Records a step, and returns its value, or nil if it failed.
    private mutating func attempt<Value>(_ action: AccountAction, _ work: () async throws -> Value) async -> Value? {
        do {
            let value = try await work()
            steps.append((action, recorder.take(), session, nil))
            return value
        } catch {
            steps.append((action, recorder.take(), session, error))
            return nil
        }
    }

    /// Whether the server may have executed the last step, although it failed.
    private var outcomeIsUnknown: Bool {
        guard case RegistrationError.service(let failure)? = steps.last?.error else { return false }
        return failure.leavesOutcomeUnknown
    }
}

private final class RecordingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let exchanges = Mutex<[ServerTrial.Exchange]>([])

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let outcome = await transport.outcome(of: request)
        // A failed request has no response; its error is the step's.
        exchanges.withLock { $0.append((request, try? outcome.get())) }
        return try outcome.get()
    }

    /// Removes and returns the exchanges so far.
    func take() -> [ServerTrial.Exchange] {
        exchanges.withLock { exchanges in
            defer { exchanges = [] }
            return exchanges
        }
    }
}
