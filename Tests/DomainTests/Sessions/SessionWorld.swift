import AccountFlowTesting
import Domain
import Foundation
import Synchronization
import TestSupport

/// A device and a server, which processes use step by step, and the violations of what they promise each other.
final class SessionWorld: Sendable {
    /// A refresh token that is live on the server.
    private struct Grant {
        let account: String
        let process: ScheduledProcess
        var session: SessionID?
        var wasStored = false
        /// The process never got the token, or dropped it when another session of the account began.
        var isExcused = false
    }

    private struct State {
        var stored = StoredSessions()
        /// The access tokens that were ever stored.
        var storedTokens: Set<AccessToken> = []
        var live: [String: Grant] = [:]
        var registrations: [String: Int] = [:]
        /// The number of authentications of each account.
        var authenticated: [String: Int] = [:]
        var lastNumber = 0
        /// The accounts whose sessions are being withdrawn, or replaced by one that is not stored.
        var replacements: [String] = []
        var isFaulty = false
        var isStoreFaulty = false
        var isReadOnly = false
        /// What replaced each refresh token, on a server that knows the replaced ones.
        var successors: [String: String] = [:]
        var endings: [SessionID: Int] = [:]
        /// The tokens of other devices, for each account.
        var elsewhere: [String: [String]] = [:]
        /// The tokens of other devices that the user has signed out.
        var signedOutElsewhere: Set<String> = []
        var consents: [Consent] = []
        /// The documents to which each registration has ever agreed.
        var agreed: [RegistrationID: Set<ConsentDocument>] = [:]
        /// The sessions that were ever stored, and those of them that a sign-out has ended.
        var known: Set<SessionID> = []
        var signedOut: Set<SessionID> = []

        /// The sessions that users wanted to end, although the store may have failed then.
        var unwanted: Set<SessionID> = []
        /// The session that a password change replaces, for its new refresh token.
        var replaced: [String: SessionID] = [:]
        /// The number of running operations that may remove stored sessions.
        var removers = 0
        var trace: [String] = []
        var violations: [String] = []
    }

    let schedule: Schedule
    let clock = ManualClock()
    let identifiers = IDGenerator.sequential(prefix: "session-")
    let policy: SessionPolicy
    /// The sessions that the server ends, and whether users have sessions on other devices.
    let scopes: Set<SignOutScope>
    private let isForgiving: Bool
    private let state: Mutex<State>

    /// Creates a world.
    ///
    /// - Parameters:
    ///   - seed: Determines the order of all steps.
    ///   - isFaulty: Whether requests fail before and after they are executed.
    ///   - isStoreFaulty: Whether the store fails, without a change.
    ///   - isForgiving: Whether the server knows a replaced refresh token as one of its session.
    ///   - scopes: The sessions that the server ends; with all of them, each sign-in is also one on another device.
    ///   - policy: The lifetime of sessions.
    init(
        seed: UInt64,
        isFaulty: Bool = false,
        isStoreFaulty: Bool = false,
        isForgiving: Bool = false,
        scopes: Set<SignOutScope> = [.thisDevice],
        policy: SessionPolicy = .untilSignOut
    ) {
        self.scopes = scopes
        self.isForgiving = isForgiving
        self.policy = policy
        schedule = Schedule(seed: seed)
        state = Mutex(State(isFaulty: isFaulty, isStoreFaulty: isStoreFaulty))
    }

    var stored: StoredSessions { state.withLock { $0.stored } }
    var isStoreFaulty: Bool { state.withLock { $0.isStoreFaulty } }
    var liveCount: Int { state.withLock { $0.live.count } }

    /// How often each session was ended that had been live.
    var endings: [Int] { state.withLock { Array($0.endings.values) } }

    var violations: [String] { state.withLock { $0.violations } }

    /// The states, requests and stored sessions in their order.
    var trace: [String] { state.withLock { $0.trace } }

    func note(_ event: String) { state.withLock { $0.trace.append(event) } }

    func violation(_ text: String) {
        state.withLock {
            $0.trace.append("VIOLATION: " + text)
            $0.violations.append(text)
        }
    }

    /// Forgets everything, because the tasks of a killed process never end, and keep the world.
    func forget() { state.withLock { $0 = State() } }

    func endFaults() {
        state.withLock { ($0.isFaulty, $0.isStoreFaulty, $0.isReadOnly) = (false, false, false) }
    }

    /// Lets the store refuse all changes, or accept them again.
    func toggleReadOnly() {
        let isReadOnly = state.withLock { state in
            state.isReadOnly.toggle()
            return state.isReadOnly
        }
        note(isReadOnly ? "the store is read-only" : "the store can be changed")
    }

    /// Fails once in a while, if the store is faulty.
    fileprivate func useStore(changing: Bool = false) throws(StorageError) {
        if changing, state.withLock({ $0.isReadOnly }) { throw .stub() }
        guard state.withLock({ $0.isStoreFaulty }), schedule.random(below: 4) == 0 else { return }
        note("the store fails")
        throw .stub()
    }

    /// Returns true once in a while, as long as there are faults.
    fileprivate func fails(onceIn count: Int) -> Bool {
        state.withLock { $0.isFaulty } && schedule.random(below: count) == 0
    }

    // MARK: Data of one account

    /// Checks that a session contains the data of its account alone.
    func check(_ session: Session, _ place: String) {
        let account = session.accountID.text
        let texts = [session.token.revealed, session.tokens.refresh?.revealed, session.profile.nickname?.text]
        for text in texts.compactMap({ $0 }) where !text.contains(account) {
            violation("\(place): \(text) in a session of \(account)")
        }
    }

    // MARK: Store

    /// Returns whether the tokens of a session are stored, or were before newer ones or the end of the session.
    func hasStored(_ session: Session) -> Bool { state.withLock { $0.storedTokens.contains(session.token) } }

    func change<Value>(_ change: (inout StoredSessions) -> Value) -> Value {
        let (value, before, after) = state.withLock { state in
            let before = state.stored
            let value = change(&state.stored)
            state.storedTokens.formUnion(state.stored.sessions.map(\.token))
            return (value, before, state.stored)
        }
        guard before != after else { return value }
        note(
            "store \(after.sessions.map(\.line)) active \(after.active?.line ?? "-") ended \(after.signOuts.map(\.session.line))"
        )
        for session in after.sessions + after.signOuts.map(\.session) { check(session, "store") }
        let (signedOut, replaced) = state.withLock { state in
            state.known.formUnion(after.sessions.map(\.id))
            return (state.signedOut, state.replaced)
        }
        for session in after.sessions where before[session.id] == nil {
            guard signedOut.contains(replaced[session.refreshText] ?? session.id) else { continue }
            violation("\(session.line) is stored after its sign-out")
        }
        for session in before.sessions where after[session.id] == nil && isLive(session) {
            guard state.withLock({ $0.removers == 0 && !$0.unwanted.contains(session.id) }) else { continue }
            violation("\(session.line) is removed, though nothing ends it")
        }
        for signOut in before.signOuts where after[signOut.session.id] != nil {
            violation("the store revives \(signOut.session.line)")
        }
        for session in after.sessions {
            guard let earlier = before[session.id], earlier.number > session.number else { continue }
            violation("\(earlier.line) is replaced by \(session.line)")
        }
        state.withLock { state in
            for session in after.sessions + after.signOuts.map(\.session) {
                state.live[session.refreshText]?.wasStored = true
                state.live[session.refreshText]?.isExcused = false
            }
            // A session that a change of the password replaces, and one that is being withdrawn, are not signed out.
            for session in before.sessions where after[session.id] == nil {
                let account = session.accountID.text
                let replaced = after[of: session.accountID].flatMap { state.replaced[$0.refreshText] }
                guard replaced == session.id || state.replacements.contains(account) else { continue }
                state.live[session.refreshText]?.isExcused = true
            }
        }
        return value
    }

    // MARK: Server

    fileprivate func grant(_ account: String, to process: ScheduledProcess, for session: SessionID?) -> TokenSet {
        state.withLock { state in
            state.lastNumber += 1
            let text = "\(account)-\(state.lastNumber)"
            if session == nil { state.authenticated[account, default: 0] += 1 }
            state.live["refresh-\(text)"] = Grant(account: account, process: process, session: session)
            return TokenSet(
                AccessToken("access-\(text)"),
                accessExpiresAt: clock.date + 60,
                refresh: RefreshToken("refresh-\(text)")
            )
        }
    }

    fileprivate func authenticate(
        _ account: String,
        for process: ScheduledProcess,
        replacing replaced: SessionID? = nil
    ) -> Authentication {
        let registration = state.withLock { state in
            state.registrations[account] = state.registrations[account] ?? state.lastNumber
            return state.registrations[account] ?? 0
        }
        let tokens = grant(account, to: process, for: nil)
        state.withLock { state in
            state.replaced[tokens.refresh?.revealed ?? ""] = replaced
            guard scopes.contains(.everywhere), replaced == nil else { return }
            let token = "elsewhere-\(account)-\(state.lastNumber)"
            state.live[token] = Grant(account: account, process: process, isExcused: true)
            state.elsewhere[account, default: []].append(token)
        }
        return Authentication(
            accountID: .stub(account),
            registrationID: .stub("\(account) \(registration)"),
            profile: Profile(nickname: .stub("nick-\(account)")),
            tokens: tokens
        )
    }

    /// Replaces the refresh token of a session; returns nil if it is not live.
    fileprivate func refresh(_ session: Session, for process: ScheduledProcess) -> TokenSet? {
        guard let token = remove(session) else { return nil }
        let tokens = grant(session.accountID.text, to: process, for: session.id)
        if isForgiving { state.withLock { $0.successors[token] = tokens.refresh?.revealed } }
        return tokens
    }

    /// Ends the refresh token of a session, and returns whether it was live.
    fileprivate func end(_ session: Session) -> Bool {
        guard remove(session) != nil else { return false }
        state.withLock { $0.endings[session.id, default: 0] += 1 }
        return true
    }

    private func remove(_ session: Session) -> String? {
        state.withLock { state in
            var token = session.refreshText
            while state.live[token] == nil, let next = state.successors[token] { token = next }
            return state.live.removeValue(forKey: token).map { _ in token }
        }
    }

    fileprivate func endAll(of account: String, isDeleted: Bool) {
        state.withLock { state in
            state.live = state.live.filter { $0.value.account != account }
            if isDeleted { state.registrations[account] = nil }
        }
    }

    fileprivate func isLive(_ session: Session) -> Bool {
        state.withLock { $0.live[session.refreshText] != nil }
    }

    /// Returns the tokens of other devices that the end of a session everywhere has to end; nil if it is not live.
    func elsewhere(_ session: Session) -> [String]? {
        state.withLock { state in
            guard state.live.values.contains(where: { $0.session == session.id }) else { return nil }
            return state.elsewhere[session.accountID.text, default: []].filter { state.live[$0] != nil }
        }
    }

    /// Notes that the user has signed out other devices.
    func endElsewhere(_ tokens: [String]) { state.withLock { $0.signedOutElsewhere.formUnion(tokens) } }

    // MARK: Consents

    var consents: [Consent] { state.withLock { $0.consents } }

    fileprivate func changeConsents(_ change: (inout [Consent]) -> Void) {
        state.withLock { state in
            change(&state.consents)
            for consent in state.consents {
                let account = consent.accountID.text
                guard let number = state.registrations[account] else { continue }
                state.agreed[.stub("\(account) \(number)"), default: []].insert(consent.document)
            }
        }
    }

    /// Returns whether the account of a session has agreed to the terms, or does not exist any more.
    fileprivate func hasAgreed(_ session: Session, to terms: Terms) -> Bool {
        guard recognizes(session), let id = session.registrationID else { return true }
        return state.withLock { state in
            terms.required.allSatisfy { document in state.agreed[id, default: []].contains { $0.covers(document) } }
        }
    }

    /// Checks that a session is shown only after the agreement to the terms.
    func check(_ session: Session, agreedTo terms: Terms) {
        if !hasAgreed(session, to: terms) { violation("\(session.line) is shown without an agreement") }
    }

    fileprivate func recognizes(_ session: Session) -> Bool {
        let account = session.accountID.text
        return state.withLock { state in
            state.registrations[account].map { .stub("\(account) \($0)") == session.registrationID } ?? false
        }
    }

    /// The sessions that were ever stored.
    var known: Set<SessionID> { state.withLock { $0.known } }

    /// Notes that a user signs out of sessions.
    func want(endOf sessions: Set<SessionID>) { state.withLock { $0.unwanted.formUnion(sessions) } }

    /// Notes that a sign-out has ended sessions.
    func end(_ sessions: Set<SessionID>) { state.withLock { $0.signedOut.formUnion(sessions) } }

    /// Notes that a process does not get tokens, or drops them.
    func excuse(_ tokens: TokenSet) {
        state.withLock { $0.live[tokens.refresh?.revealed ?? ""]?.isExcused = true }
    }

    /// Notes the session for which tokens were granted.
    func note(_ session: Session) { state.withLock { $0.live[session.refreshText]?.session = session.id } }

    /// Notes that an operation that may remove stored sessions begins or ends.
    func removal(isRunning: Bool) { state.withLock { $0.removers += isRunning ? 1 : -1 } }

    func replacement(of account: String, isRunning: Bool) {
        state.withLock { state in
            if isRunning {
                state.replacements.append(account)
            } else if let index = state.replacements.firstIndex(of: account) {
                state.replacements.remove(at: index)
            }
        }
    }

    /// Checks that each live refresh token is stored, or in the memory of a process, or can be excused.
    func checkTokens(inMemory sessions: Set<SessionID>) {
        let (live, stored, authenticated) = state.withLock { ($0.live, $0.stored, $0.authenticated) }
        let known = Set((stored.sessions + stored.signOuts.map(\.session)).map(\.refreshText))
        for (token, grant) in live.sorted(by: { $0.key < $1.key }) where !known.contains(token) && !grant.isExcused {
            // What was not stored ends with its process, and with the next session of its account.
            let isReplaced = authenticated[grant.account, default: 0] > 1
            if !grant.wasStored, grant.process.isKilled || isReplaced { continue }
            if let id = grant.session, sessions.contains(id) { continue }
            violation("\(token) is live and lost")
        }
        for token in state.withLock({ $0.signedOutElsewhere }).sorted() where live[token] != nil {
            violation("\(token) is live, though all devices were signed out")
        }
    }
}

/// The consents of a world for one process.
struct ScheduledConsents: ConsentRepository {
    let world: SessionWorld
    let process: ScheduledProcess

    func all() async -> [Consent] {
        await process.pause()
        return world.consents
    }

    func consents(of accountID: AccountID) async -> [Consent] { await all().filter { $0.accountID == accountID } }

    func record(_ new: [Consent]) async {
        await process.pause()
        world.note("agree \(new.map { "\($0.accountID.text) \($0.document.version)" })")
        world.changeConsents { consents in
            consents.removeAll { old in
                new.contains { $0.accountID == old.accountID && $0.document == old.document }
            }
            consents += new
        }
        await process.pause()
    }

    func removeAll(of accountID: AccountID) async {
        await process.pause()
        world.note("no consents of \(accountID.text)")
        world.changeConsents { $0.removeAll { $0.accountID == accountID } }
        await process.pause()
    }
}

/// The store of a world for one process.
struct ScheduledStore: SessionRepository {
    let world: SessionWorld
    let process: ScheduledProcess

    func load() async throws(StorageError) -> StoredSessions {
        await process.pause()
        try world.useStore()
        return world.stored
    }

    func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        await process.pause()
        try world.useStore(changing: true)
        let value = world.change(change)
        await process.pause()
        return value
    }

    func clear() async throws(StorageError) { _ = try await update { $0 = StoredSessions() } }
}

/// The server of a world for one process.
struct ScheduledServer: SessionRefreshing, SessionRevoking, AccountService, PasswordChanging {
    let world: SessionWorld
    let process: ScheduledProcess
    var revocableScopes: Set<SignOutScope> { world.scopes }
    /// The tokens that the process got by authentication.
    let granted = MessageLog<TokenSet>()

    private func answer<Value>(
        _ request: String,
        lost: (Value) -> Void = { _ in },
        _ execute: () -> Value
    ) async throws(AccountServiceFailure) -> Value {
        world.note(request)
        await process.pause()
        if world.fails(onceIn: 8) { throw .remote(.network(.unreachable)) }
        let value = execute()
        await process.pause()
        guard world.fails(onceIn: 12) else { return value }
        lost(value)
        throw .remote(.outcomeUnknown)
    }

    func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
        world.check(session, "refresh")
        let tokens = try await answer("refresh \(session.line)") {
            if let tokens = $0 { world.excuse(tokens) }
        } _: {
            world.refresh(session, for: process)
        }
        guard let tokens else { throw .tokenRefused }
        return tokens
    }

    func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
        world.check(session, "revoke")
        let isEnded = try await answer("revoke \(session.line) \(scope)") {
            guard world.end(session) else { return false }
            if scope == .everywhere { world.endAll(of: session.accountID.text, isDeleted: false) }
            return true
        }
        guard isEnded else { throw .tokenRefused }
    }

    /// Answers a request of the app itself.
    func call(_ session: Session) async throws(AccountServiceFailure) {
        world.check(session, "call")
        guard try await answer("call \(session.line)", { world.isLive(session) }) else { throw .tokenRefused }
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        .signInRequired
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        do {
            let authentication = try await answer("authenticate \(id.text)") {
                world.excuse($0.tokens)
            } _: {
                world.authenticate(id.text, for: process)
            }
            granted.append(authentication.tokens)
            return .authenticated(authentication)
        } catch {
            throw .service(error)
        }
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        world.check(session, "recognize")
        return try await answer("recognize \(session.line)") { world.recognizes(session) }
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        world.check(session, "delete")
        return try await answer("delete \(session.line)") {
            guard world.recognizes(session) else { return false }
            world.endAll(of: session.accountID.text, isDeleted: true)
            return true
        }
    }

    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        world.check(session, "change password")
        let account = session.accountID
        do throws(AccountServiceFailure) {
            let authentication = try await answer("change password \(session.line)") {
                if let tokens = $0?.tokens { world.excuse(tokens) }
            } _: { () -> Authentication? in
                guard world.recognizes(session) else { return nil }
                world.endAll(of: account.text, isDeleted: false)
                return world.authenticate(account.text, for: process, replacing: session.id)
            }
            guard let authentication else { throw .tokenRefused }
            granted.append(authentication.tokens)
            return authentication
        } catch {
            throw .service(error)
        }
    }
}

extension Session {
    var refreshText: String { tokens.refresh?.revealed ?? "" }

    /// The number of the tokens, in the order in which the server granted them.
    fileprivate var number: Int { refreshText.split(separator: "-").last.flatMap { Int($0) } ?? 0 }

    /// The session in a trace.
    var line: String { "\(id.digits.prefix(4)) \(refreshText)\(isRemembered ? "" : " temporary")" }
}
