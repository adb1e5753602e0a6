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
        /// Removes the sessions when they are loaded.
        case loadsOnce
        /// Drops the expiry date of a session.
        case losesTheEnd
        /// Drops the sign-outs that are pending.
        case losesSignOuts
        /// Changes empty sessions instead of the stored ones.
        case startsEmpty
        /// Stores a session when nothing is changed.
        case storesNothing
        /// Loses one of two simultaneous changes.
        case races
        /// Hashes the digest of a token again.
        case hashesAgain
        /// Does not remove the sessions when they are cleared.
        case clearsNothing
        /// Throws an error if there is no session to clear.
        case refusesToClearNothing
    }

    let fault: Fault
    private let sessions: any SessionRepository
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
        sessions = InMemorySessionRepository(fault == .isNotEmpty ? .stub() : nil)
    }

    func load() async throws(StorageError) -> StoredSessions {
        let stored = try await sessions.load()
        if fault == .loadsOnce { try await sessions.clear() }
        return stored
    }

    func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        let stored = try await sessions.load()
        var changed = fault == .startsEmpty ? StoredSessions() : stored
        let value = change(&changed)
        switch fault {
        case .forgets: return value
        case .races where !stored.isEmpty: await gate.meeting()
        case .storesNothing where changed == stored: changed = StoredSessions(.stub())
        case .losesTheEnd, .losesSignOuts, .hashesAgain: changed = damaged(changed)
        default: break
        }
        try await sessions.update { [changed] in $0 = changed }
        return value
    }

    func clear() async throws(StorageError) {
        if fault == .clearsNothing { return }
        if fault == .refusesToClearNothing, try await sessions.load().isEmpty { throw .stub() }
        try await sessions.clear()
    }

    private func damaged(_ stored: StoredSessions) -> StoredSessions {
        StoredSessions(
            stored.sessions.map { damaged($0) },
            activeID: stored.activeID,
            signOuts: fault == .losesSignOuts ? [] : stored.signOuts
        ) ?? stored
    }

    private func damaged(_ session: Session) -> Session {
        let again = AccessToken(issuedHere: session.token.digest.revealed)
        return Session(
            id: session.id,
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
