import AccountFlowTesting
import Domain
import Presentation
import Synchronization
import TestSupport

/// The accounts, the session and the agreements of a walk, behind ports that answer late and fail now and then.
final class WalkWorld: AccountService, PasswordChanging, SessionRepository, ConsentRepository {
    private struct Entry {
        var password: Password
        var tokens: Set<AccessToken>
    }

    private struct State {
        var accounts: [AccountID: Entry] = [:]
        var session: Session?
        var consents: [Consent] = []
        var tokenCount = 0
        var hasFailedToWrite = false
        var generator: SeededGenerator
    }

    let answers = LateAnswers()
    private let state: Mutex<State>

    /// Whether the stores of the session and of the agreements fail now and then too.
    private let hasFailingStores: Bool

    /// - Parameters:
    ///   - seed: What fails depends on it.
    ///   - hasFailingStores: Whether the stores of the session and of the agreements fail now and then too.
    init(seed: UInt64, hasFailingStores: Bool) {
        self.hasFailingStores = hasFailingStores
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Whether a store has kept something else than it was told to, so that it may not agree with the screens.
    var hasFailedToWrite: Bool { state.withLock { $0.hasFailedToWrite } }

    var session: Session? { state.withLock { $0.session } }
    var consents: [Consent] { state.withLock { $0.consents } }

    func hasAccount(of session: Session) -> Bool {
        state.withLock { $0.accounts[session.accountID]?.tokens.contains(session.token) == true }
    }

    /// Begins with an account, which is signed in or not.
    func prepare(_ id: AccountID, isSignedIn: Bool) {
        state.withLock { state in
            let authentication = Self.open(id, Password("password1"), &state)
            if isSignedIn { state.session = Session(authentication, startedAt: .stub, isRemembered: true) }
        }
    }

    private static func open(_ id: AccountID, _ password: Password, _ state: inout State) -> Authentication {
        state.tokenCount += 1
        let token = AccessToken("token-\(state.tokenCount)")
        state.accounts[id, default: Entry(password: password, tokens: [])].tokens.insert(token)
        return .stub(accountID: id, token: token)
    }

    /// One call in eight fails.
    private func failure() -> AccountServiceFailure? {
        state.withLock { state in
            switch Int.random(in: 0..<40, using: &state.generator) {
            case 0, 1: .busy
            case 2: .remote(.throttled(retryAfter: .seconds(3)))
            case 3: .remote(.refused(ServerMessage("no"), field: .password))
            case 4: .cancelled
            default: nil
            }
        }
    }

    /// One access to a store in eight fails, where any does.
    private func access(_ store: StorageError.Store, writes: Bool = true) async throws(StorageError) {
        await answers.pass()
        guard hasFailingStores else { return }
        let fails = state.withLock { state in
            let fails = Int.random(in: 0..<8, using: &state.generator) == 0
            if fails, writes { state.hasFailedToWrite = true }
            return fails
        }
        if fails { throw .stub(store) }
    }

    // MARK: AccountService

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        await answers.pass()
        if let failure = failure() { throw .failed(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[registration.id] == nil else { return nil }
            return Self.open(registration.id, registration.password, &state)
        }
        await answers.pass()
        guard let authentication else { throw .duplicateAccount }
        return .authenticated(authentication)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        await answers.pass()
        if let failure = failure() { throw .failed(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[id]?.password == password else { return nil }
            return Self.open(id, password, &state)
        }
        await answers.pass()
        guard let authentication else { throw .invalidCredentials }
        return authentication
    }

    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        await answers.pass()
        if let failure = failure() { throw .failed(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[session.accountID]?.password == current else { return nil }
            state.accounts[session.accountID] = Entry(password: new, tokens: [])
            return Self.open(session.accountID, new, &state)
        }
        await answers.pass()
        guard let authentication else { throw .invalidCredentials }
        return authentication
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        await answers.pass()
        return hasAccount(of: session)
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        await answers.pass()
        if let failure = failure() { throw failure }
        let wasThere = state.withLock { $0.accounts.removeValue(forKey: session.accountID) != nil }
        await answers.pass()
        return wasThere
    }

    // MARK: SessionRepository

    func load() async throws(StorageError) -> Session? {
        try await access(.session, writes: false)
        return session
    }

    func save(_ session: Session) async throws(StorageError) -> Session? {
        try await access(.session)
        let earlier = state.withLock { state in
            defer { state.session = session }
            return state.session
        }
        await answers.pass()
        return earlier
    }

    func clear() async throws(StorageError) -> Session? {
        try await access(.session)
        return state.withLock { state in
            defer { state.session = nil }
            return state.session
        }
    }

    func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        try await access(.session)
        return state.withLock { state in
            guard state.session?.token == expected?.token else { return false }
            state.session = session
            return true
        }
    }

    // MARK: ConsentRepository

    func all() async throws(StorageError) -> [Consent] {
        try await access(.consents, writes: false)
        return consents
    }

    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await access(.consents, writes: false)
        return consents.filter { $0.accountID == accountID }
    }

    func record(_ consents: [Consent]) async throws(StorageError) {
        try await access(.consents)
        state.withLock { state in
            for consent in consents {
                state.consents.removeAll {
                    $0.accountID == consent.accountID && $0.document.name == consent.document.name
                }
                state.consents.append(consent)
            }
        }
    }

    func removeAll(of accountID: AccountID) async throws(StorageError) {
        try await access(.consents)
        state.withLock { $0.consents.removeAll { $0.accountID == accountID } }
    }
}
