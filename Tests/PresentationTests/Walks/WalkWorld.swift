import AccountFlowTesting
import Domain
import Presentation
import Synchronization
import TestSupport

/// The accounts, session and agreements of a walk; its methods answer late and sometimes fail.
final class WalkWorld: AccountService, PasswordChanging, PasswordResetting, RecoveryCodeMaking, ProfileUpdating,
    SessionRepository, ConsentRepository
{
    private struct Entry {
        var password: Password
        var tokens: Set<AccessToken>
    }

    private struct State {
        var accounts: [AccountID: Entry] = [:]
        var sessions = StoredSessions()
        var consents: [Consent] = []
        var tokenCount = 0
        var hasFailedToWrite = false
        var generator: SeededGenerator
    }

    let answers = LateAnswers()
    private let state: Mutex<State>

    /// Whether the stores of the session and of the agreements sometimes fail too.
    private let hasFailingStores: Bool

    /// - Parameters:
    ///   - seed: The seed of the random failures.
    ///   - hasFailingStores: Whether the stores of the session and of the agreements sometimes fail too.
    init(seed: UInt64, hasFailingStores: Bool) {
        self.hasFailingStores = hasFailingStores
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Whether a write to a store has failed, so that the store may differ from the screens.
    var hasFailedToWrite: Bool { state.withLock { $0.hasFailedToWrite } }

    /// The active session in the store.
    var session: Session? { state.withLock { $0.sessions.active } }
    var consents: [Consent] { state.withLock { $0.consents } }

    func hasAccount(_ id: AccountID) -> Bool { state.withLock { $0.accounts[id] != nil } }

    func hasAccount(of session: Session) -> Bool {
        state.withLock { $0.accounts[session.accountID]?.tokens.contains(session.token) == true }
    }

    /// Creates an account, and stores a session for it if it is signed in.
    func prepare(_ id: AccountID, isSignedIn: Bool) {
        state.withLock { state in
            let authentication = Self.open(id, Password("password1"), &state)
            guard isSignedIn else { return }
            state.sessions.begin(Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true))
        }
    }

    private static func open(_ id: AccountID, _ password: Password, _ state: inout State) -> Authentication {
        state.tokenCount += 1
        let token = AccessToken("token-\(state.tokenCount)")
        state.accounts[id, default: Entry(password: password, tokens: [])].tokens.insert(token)
        return .stub(accountID: id, token: token)
    }

    /// Returns a failure for one call in eight.
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

    /// Waits for an answer; if the stores fail, one access in eight throws an error.
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
        if let failure = failure() { throw .service(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[registration.id] == nil else { return nil }
            return Self.open(registration.id, registration.password, &state)
        }
        await answers.pass()
        guard let authentication else { throw .duplicateAccount }
        return .authenticated(authentication)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        await answers.pass()
        if let failure = failure() { throw .service(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[id]?.password == password else { return nil }
            return Self.open(id, password, &state)
        }
        await answers.pass()
        guard let authentication else { throw .invalidCredentials }
        return .authenticated(authentication)
    }

    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        await answers.pass()
        if let failure = failure() { throw .service(failure) }
        let authentication: Authentication? = state.withLock { state in
            guard state.accounts[session.accountID]?.password == current else { return nil }
            state.accounts[session.accountID] = Entry(password: new, tokens: [])
            return Self.open(session.accountID, new, &state)
        }
        await answers.pass()
        guard let authentication else { throw .invalidCredentials }
        return authentication
    }

    var resetProof: ResetProof { .message }

    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        await answers.pass()
        if let failure = failure() { throw failure }
    }

    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        await answers.pass()
        if let failure = failure() { throw .service(failure) }
        let isSet = state.withLock { state in
            guard let id, state.accounts[id] != nil, confirmation.code == "code" else { return false }
            state.accounts[id]?.password = new
            return true
        }
        await answers.pass()
        guard isSet else { throw .invalidCredentials }
        return nil
    }

    func makeRecoveryCode(
        of session: Session,
        password: Password,
        code: OneTimePassword?
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        await answers.pass()
        if let failure = failure() { throw .service(failure) }
        guard state.withLock({ $0.accounts[session.accountID]?.password == password }) else { throw .wrongPassword }
        return RecoveryCode(.sequential())
    }

    var updatableFields: [AccountField] { [.nickname] }

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        await answers.pass()
        if let failure = failure() { throw failure }
        return AccountOwner(accountID: session.accountID, profile: session.profile)
    }

    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        await answers.pass()
        if let failure = failure() { throw .service(failure) }
        guard hasAccount(of: session) else { throw .sessionEnded }
        await answers.pass()
        return edit.edited
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

    func load() async throws(StorageError) -> StoredSessions {
        try await access(.session, writes: false)
        return state.withLock { $0.sessions }
    }

    func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        try await access(.session)
        let value = state.withLock { change(&$0.sessions) }
        await answers.pass()
        return value
    }

    func clear() async throws(StorageError) {
        try await access(.session)
        state.withLock { $0.sessions = StoredSessions() }
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

/// A gate at which the calls of a walk wait until the walk resumes them, in random order.
final class LateAnswers: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until the walk resumes this call, even if the task is cancelled.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Resumes one of the waiting calls.
    func release(using generator: inout some RandomNumberGenerator) {
        let chosen = state.withLock { state in
            state.waiting.isEmpty
                ? nil : state.waiting.remove(at: Int.random(in: state.waiting.indices, using: &generator))
        }
        chosen?.resume()
    }

    /// Resumes all waiting calls, and lets later ones pass.
    func open() {
        let released = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in released { continuation.resume() }
    }
}
