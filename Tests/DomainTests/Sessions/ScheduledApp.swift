import AccountFlowTesting
import Domain
import Foundation
import Synchronization

/// An app in a process of a world, whose operations the schedule runs.
final class ScheduledApp: Sendable {
    enum Operation: Int, CaseIterable {
        case use, replace, call, signOut, signOutOne, signOutAll, signIn, signInBriefly, cancelledSignIn, switchAccount
        case withdraw, changePassword, restore, deliver, notice, updateProfile, reject, agree, signOutEverywhere
        case serverEnds
    }

    private struct State {
        var running: [Int: String] = [:]
        var lastNumber = 0
        var shown = SessionState.restoring
        /// The sessions whose end was shown.
        var ended: Set<SessionID> = []
        var listed: Set<SessionID> = []
        /// The active session of the last list, if it has expired.
        var hidden: SessionID?
        var pendingCount: Int?
    }

    let world: SessionWorld
    let process: ScheduledProcess
    let current: CurrentSession
    private let terms: Terms
    private let isAlone: Bool
    private let state = Mutex(State())

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - world: The device and the server.
    ///   - isAlone: Whether no other process uses the device.
    ///   - terms: The version of the terms to which users have to agree; nil for none.
    init(_ world: SessionWorld, isAlone: Bool, terms: Int? = nil) {
        self.world = world
        self.terms = Terms(required: terms.map { [.stub(version: $0)] } ?? [])
        self.isAlone = isAlone
        let process = ScheduledProcess(world.schedule)
        self.process = process
        let server = ScheduledServer(world: world, process: process)
        current = CurrentSession(
            ScheduledStore(world: world, process: process),
            refreshing: server,
            revoking: server,
            dates: world.clock.dates,
            policy: world.policy,
            clock: world.clock,
            uptime: world.clock.uptime,
            identifiers: world.identifiers,
            makeTask: { Task(executorPreference: process, operation: $0) }
        )
    }

    /// The operations that have not ended.
    var running: [String] { state.withLock { $0.running.sorted { $0.key < $1.key }.map(\.value) } }

    /// The sessions of the last list.
    var listed: Set<SessionID> { state.withLock { $0.listed } }

    /// The sign-outs that were pending after the last delivery.
    var pendingCount: Int? { state.withLock { $0.pendingCount } }

    /// Begins an operation; only some may remove a stored session that is live on the server.
    @discardableResult
    func begin(
        _ name: String,
        removes: Bool = false,
        _ work: @escaping @Sendable @concurrent () async -> Void
    ) -> Task<Void, Never> {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.running[state.lastNumber] = name
            return state.lastNumber
        }
        world.note("begin \(name)")
        if removes { world.removal(isRunning: true) }
        return Task(executorPreference: process) {
            await work()
            if removes { self.world.removal(isRunning: false) }
            self.world.note("end \(name)")
            self.state.withLock { $0.running[number] = nil }
        }
    }

    /// Notes that a sign-out which the store refused may end the sessions that are known now, later.
    private func note(_ outcome: SignOutOutcome) {
        if case .sessionRemains = outcome { world.want(endOf: world.known) }
    }

    /// Notes that a sign-out has ended sessions, which this process never shows again, even if they are still stored.
    private func end(_ sessions: Set<SessionID>) {
        if isAlone { world.end(sessions) }
        state.withLock { $0.ended.formUnion(sessions) }
    }

    /// Begins an operation, of any account if none is given; returns the task of a sign-in.
    @discardableResult
    func begin(_ operation: Operation, account: String? = nil) -> Task<Void, Never>? {
        let (world, current) = (world, current)
        let server = ScheduledServer(world: world, process: process)
        let consents = ScheduledConsents(world: world, process: process)
        let account = account ?? ["kim", "lee", "ann"][world.schedule.random(below: 3)]
        let stored = world.stored.sessions
        let other = stored.isEmpty ? nil : stored[world.schedule.random(below: stored.count)]
        let shown = current.state.session
        let review = terms.required.isEmpty ? nil : ReviewTerms(terms: terms, consents: consents)
        let restore = RestoreSession(sessions: current, review: review)
        let name = "\(operation)"
        switch operation {
        case .use:
            begin(name) {
                // A refused session ends, and one that is not there is not used.
                if let session = try? await current.session() { world.check(session, name) }
            }
        case .replace:
            guard let shown else { return nil }
            begin(name) {
                // As above.
                guard let session = try? await current.session(replacing: shown) else { return }
                world.check(session, name)
                if session.id != shown.id { world.violation("\(session.line) instead of \(shown.line)") }
            }
        case .call:
            begin(name) {
                let caller = Mutex<SessionID?>(nil)
                // A request of a session that ends fails.
                _ = try? await current.authorized { session throws(AccountServiceFailure) in
                    let first = caller.withLock { caller in
                        defer { caller = caller ?? session.id }
                        return caller
                    }
                    if let first, first != session.id { world.violation("\(session.line) repeats a call of \(first)") }
                    try await server.call(session)
                }
            }
        case .signOut:
            begin(name, removes: true) { [self] in
                note(await SignOut(sessions: current)())
            }
        case .signOutOne:
            begin(name, removes: true) { [self] in
                note(await SignOut(sessions: current)(other?.id))
                if let other { end([other.id]) }
            }
        case .signOutAll:
            begin(name, removes: true) { [self] in
                let (known, outcome) = (world.known, await SignOut(sessions: current).all())
                note(outcome)
                // The store may not even tell which sessions it has.
                if case .sessionRemains = outcome, world.isStoreFaulty { return }
                end(known)
            }
        case .signIn, .signInBriefly, .cancelledSignIn:
            let isAgreed = terms.required.isEmpty || world.schedule.random(below: 4) > 0
            let task = begin("\(name) \(account)", removes: true) { [terms] in
                let sut = SignIn(
                    validator: FormValidatorStub(fields: []),
                    service: server,
                    sessions: current,
                    review: review
                )
                let isBrief = operation == .signInBriefly
                if isBrief { world.replacement(of: account, isRunning: true) }
                defer { if isBrief { world.replacement(of: account, isRunning: false) } }
                do {
                    let documents = isAgreed ? terms.required : []
                    let session = try await sut(.signIn(id: account), agreeingTo: documents, remember: !isBrief).get()
                        .session
                    world.check(session, name)
                    world.note(session)
                } catch {
                    for tokens in server.granted.messages { world.excuse(tokens) }
                }
            }
            if operation == .cancelledSignIn { begin("cancel") { task.cancel() } }
            return task
        case .switchAccount:
            guard let id = other?.id ?? shown?.id else { return nil }
            begin("\(name) \(id.digits.prefix(4))") {
                let sut = SwitchAccount(sessions: current, restore: restore)
                // The session may have ended before.
                guard case .restored(let session) = try? await sut(id) else { return }
                world.check(session, name)
            }
        case .withdraw:
            guard let shown = shown ?? incomplete?.session else { return nil }
            begin("\(name) \(shown.line)", removes: true) {
                world.replacement(of: shown.accountID.text, isRunning: true)
                let sut = DeleteAccount(service: server, sessions: current, consents: consents)
                // The failures of the server are those that the world makes.
                try? await sut(shown)
                world.replacement(of: shown.accountID.text, isRunning: false)
            }
        case .changePassword:
            guard let shown else { return nil }
            begin("\(name) \(shown.line)", removes: true) {
                let isBrief = !shown.isRemembered
                if isBrief { world.replacement(of: shown.accountID.text, isRunning: true) }
                defer { if isBrief { world.replacement(of: shown.accountID.text, isRunning: false) } }
                let sut = ChangePassword(
                    validator: FormValidatorStub(fields: []),
                    service: server,
                    sessions: current,
                    review: review
                )
                let password = Password("password1")
                // The failures of the server are those that the world makes.
                let outcome = try? await sut(shown, from: password, to: password, confirmation: password)
                if let session = outcome?.session {
                    world.check(session, name)
                    world.note(session)
                } else {
                    for tokens in server.granted.messages { world.excuse(tokens) }
                }
            }
        case .restore:
            begin(name) { if case .restored(let session) = await restore() { world.check(session, name) } }
        case .notice: begin(name) { await current.noticeChanges() }
        case .updateProfile:
            guard let shown else { return nil }
            begin(name) {
                let profile = Profile(nickname: .stub("changed-\(shown.accountID.text)"))
                world.check(await current.updateProfile(of: shown, to: profile).session, name)
            }
        case .agree:
            guard let incomplete else { return nil }
            begin("\(name) \(incomplete.session.line)") {
                let sut = AgreeToTerms(service: server, sessions: current, consents: consents)
                // The account may have been deleted.
                _ = try? await sut(to: incomplete.documents, by: incomplete.session)
            }
        case .signOutEverywhere:
            guard let session = world.schedule.random(below: 2) == 0 ? shown : other else { return nil }
            let tokens = world.elsewhere(session)
            begin("\(name) \(session.line)", removes: true) { [self] in
                let outcome = await SignOut(sessions: current)(session.id, everywhere: true)
                note(outcome)
                if outcome == .pending, let tokens { world.endElsewhere(tokens) }
                end([session.id])
            }
        case .reject:
            guard let shown = shown ?? incomplete?.session else { return nil }
            begin(name) { await current.didReject(shown.token) }
        case .serverEnds:
            guard let shown else { return nil }
            begin(name, removes: true) {
                // A session that the server has ended cannot end those of other devices any more. The failures of the server
                // are those that the world makes, and a refused session ends.
                let scope = (world.elsewhere(shown) ?? []).isEmpty ? SignOutScope.thisDevice : .everywhere
                try? await server.revoke(shown, scope: scope)
                _ = try? await current.session(replacing: shown)
            }
        case .deliver:
            begin(name) {
                let count = await current.deliverSignOuts()
                self.state.withLock { $0.pendingCount = count }
            }
        }
        return nil
    }

    /// The session that lacks an agreement, and the documents.
    private var incomplete: (session: Session, documents: [ConsentDocument])? {
        if case .agreementRequired(let session, let documents) = current.state { (session, documents) } else { nil }
    }

    /// Lists the sessions.
    func beginList() {
        begin("list") {
            // The store of a world does not fail.
            let items = try? await ListSessions(sessions: self.current)()
            self.state.withLock { state in
                state.listed = Set((items ?? []).map(\.id))
                for id in state.listed where state.ended.contains(id) {
                    self.world.violation("\(id.digits.prefix(4)) is listed after its end")
                }
                state.hidden = items?.first { $0.isActive && $0.isExpired }?.id
            }
        }
    }

    /// Notes a change of the state.
    func observe() {
        let new = current.state
        let old = state.withLock { exchange(&$0.shown, with: new) }
        guard new != old else { return }
        world.note("state \(new.line)")
        if let session = new.session {
            world.check(session, "state")
            if session.id != old.session?.id { world.check(session, agreedTo: terms) }
        }
        if isAlone, new == .signedOut(.elsewhere) { world.violation("\(new.line), though there is no other process") }
        // A store that fails leaves tokens in memory.
        if isAlone, case .signedIn(let session, .fresh) = new, session.isRemembered, !world.hasStored(session) {
            world.violation("\(new.line) is shown before it is stored")
        }
        state.withLock { state in
            if let id = new.session?.id, state.ended.contains(id) {
                world.violation("\(new.line) is shown after its end")
            }
            // After a switch to an expired session, the one before can be shown again.
            // What another process has ended, as it seems, can come back from a store that has failed.
            guard let id = old.session?.id, case .signedOut(let end) = new else { return }
            if [.signedOut, .refused].contains(end) || isAlone && end != .expired { state.ended.insert(id) }
        }
    }

    /// Checks that the state is that of the store, when nothing is running.
    func checkState() {
        let (shown, stored, hidden) = (current.state, world.stored, state.withLock { $0.hidden })
        switch shown {
        case .signedIn(_, .unsaved): break
        case .signedIn(let session, _) where !session.isRemembered:
            // The next launch cannot restore an earlier user.
            if let active = stored.active, isAlone { world.violation("\(shown.line), but \(active.line) is stored") }
        case .signedIn(let session, _):
            // The process of a deletion may have been killed, or may have failed to store its end, which another one finds
            // out later.
            guard stored.deletions[session.id] == nil else { break }
            if stored.activeID != session.id || stored[session.id]?.tokens != session.tokens {
                world.violation("\(shown.line), but \(stored.active?.line ?? "nothing") is stored")
            }
        // An expired session is hidden, but stays the active one.
        case .signedOut where hidden != nil && hidden == stored.activeID: break
        case .uncertain(let session) where world.policy != .untilSignOut && stored.activeID == session.id: break
        case .signedOut:
            if let active = stored.active { world.violation("\(shown.line), but \(active.line) is stored") }
        case .restoring: break
        case .agreementRequired(let session, let documents):
            if stored.activeID != session.id, session.isRemembered || isAlone && stored.active != nil {
                world.violation("\(shown.line), but \(stored.active?.line ?? "nothing") is stored")
            }
            let agreed = world.consents.filter { $0.accountID == session.accountID }.map(\.document)
            if documents.allSatisfy({ document in agreed.contains { $0.covers(document) } }) {
                world.violation("\(session.line) has agreed before")
            }
        default: world.violation("\(shown.line)")
        }
    }
}

extension SessionState {
    fileprivate var line: String {
        switch self {
        case .signedIn(let session, let freshness): "signed in \(session.line) \(freshness)"
        case .signedOut(let end): "signed out \(end.map { "\($0)" } ?? "-")"
        case .agreementRequired(let session, let documents): "agreement \(documents.map(\.version)) \(session.line)"
        default: "\(self)"
        }
    }
}
