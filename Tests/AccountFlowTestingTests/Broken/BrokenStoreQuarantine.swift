import AccountFlowTesting
import Domain
import Persistence

/// A quarantine with one fault, over stores in memory.
struct BrokenStoreQuarantine: StoreQuarantine {
    enum Fault {
        /// Reports that it moved data that can be read.
        case movesAnything
        /// Removes data that can be read.
        case clearsAnything
        /// Reports nothing, and leaves damaged data where it is.
        case movesNothing
    }

    let fault: Fault
    let sessions: any SessionRepository

    /// Returns the quarantine with its stores.
    static func stores(_ fault: Fault) -> QuarantinedStores {
        let sessions = InMemorySessionRepository()
        return QuarantinedStores(
            quarantine: BrokenStoreQuarantine(fault: fault, sessions: sessions),
            sessions: sessions,
            consents: InMemoryConsentRepository(),
            attempts: InMemoryAttemptRepository(),
            damage: { _ in }
        )
    }

    func quarantine(
        _ store: StorageError.Store,
        startingWith attempts: SignInAttempts
    ) async throws(StorageError) -> Bool {
        if fault == .clearsAnything { try await sessions.clear() }
        return fault == .movesAnything
    }
}
