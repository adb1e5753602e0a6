import AccountFlowTesting
import Domain
import Persistence

/// A session repository that is right but for one thing.
struct BrokenSessionRepository: SessionRepository {
    enum Fault {
        /// Nothing is stored.
        case forgets
        /// There is a session to begin with.
        case isNotEmpty
        /// What was loaded is gone.
        case loadsOnce
        /// A session that ends by itself does not any more.
        case losesTheEnd
        /// Whoever is there stays.
        case keepsTheFirst
        /// Nothing is compared before a session is replaced.
        case replacesAnything
        /// A session that was used since is taken for another.
        case comparesEverything
        /// Two may replace the same session.
        case racesInReplacing
        /// A token is hashed whenever it is stored.
        case hashesAgain
        /// Nothing is cleared.
        case clearsNothing
        /// To clear an empty repository is an error.
        case refusesToClearNothing
        /// Nobody is told whose place was taken.
        case tellsNobody
        /// Two may be told of the same session.
        case racesInSaving
    }

    let fault: Fault
    private let sessions: any SessionRepository
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
        sessions = InMemorySessionRepository(fault == .isNotEmpty ? .stub() : nil)
    }

    func load() async throws(StorageError) -> Session? {
        fault == .loadsOnce ? try await sessions.clear() : try await sessions.load()
    }

    func save(_ session: Session) async throws(StorageError) -> Session? {
        let earlier = try await sessions.load()
        if fault == .forgets || fault == .keepsTheFirst && earlier != nil { return earlier }
        if fault == .racesInSaving { await gate.meeting() }
        let told = try await sessions.save(stored(session))
        return switch fault {
        case .tellsNobody: nil
        case .racesInSaving: earlier
        default: told
        }
    }

    func clear() async throws(StorageError) -> Session? {
        let earlier = try await sessions.load()
        if fault == .clearsNothing { return earlier }
        if fault == .refusesToClearNothing, earlier == nil { throw .stub() }
        return try await sessions.clear()
    }

    func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        let earlier = try await sessions.load()
        if fault == .comparesEverything, earlier != expected { return false }
        if fault == .racesInReplacing { await gate.meeting() }
        guard fault == .replacesAnything || fault == .racesInReplacing && earlier?.token == expected?.token else {
            return try await sessions.replace(expected, with: session)
        }
        return try await sessions.replace(sessions.load(), with: session)
    }

    private func stored(_ session: Session) -> Session {
        Session(
            accountID: session.accountID,
            profile: session.profile,
            token: fault == .hashesAgain ? AccessToken(issuedHere: session.token.digest.revealed) : session.token,
            startedAt: session.startedAt,
            lastUsedAt: session.lastUsedAt,
            expiresAt: fault == .losesTheEnd ? nil : session.expiresAt,
            isRemembered: session.isRemembered
        )
    }
}
