import AccountFlowTesting
import Domain
import Persistence

/// A session repository with one fault.
struct BrokenSessionRepository: SessionRepository {
    enum Fault {
        /// Stores nothing.
        case forgets
        /// Contains a session from the start.
        case isNotEmpty
        /// Removes a session when it is loaded.
        case loadsOnce
        /// Drops the expiry date of a session.
        case losesTheEnd
        /// Does not replace the stored session when another is saved.
        case keepsTheFirst
        /// Replaces a session without comparing it with the expected one.
        case replacesAnything
        /// Does not recognise the expected session after it was used again.
        case comparesEverything
        /// Lets simultaneous calls replace the same session.
        case racesInReplacing
        /// Hashes the digest of a token again.
        case hashesAgain
        /// Does not remove the session when it is cleared.
        case clearsNothing
        /// Throws an error if there is no session to clear.
        case refusesToClearNothing
        /// Does not return the replaced session from a save.
        case tellsNobody
        /// Returns the same earlier session from simultaneous saves.
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
        let again = AccessToken(issuedHere: session.token.digest.revealed)
        return Session(
            accountID: session.accountID,
            registrationID: session.registrationID,
            profile: session.profile,
            tokens: fault == .hashesAgain ? TokenSet(again) : session.tokens,
            serverKey: session.serverKey,
            startedAt: session.startedAt,
            lastUsedAt: session.lastUsedAt,
            expiresAt: fault == .losesTheEnd ? nil : session.expiresAt,
            isRemembered: session.isRemembered
        )
    }
}
