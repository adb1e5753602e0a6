package import Domain

/// A quarantine whose sessions are in another place than the other stores.
package struct SplitStoreQuarantine: StoreQuarantine {
    private let sessions: any StoreQuarantine
    private let others: any StoreQuarantine

    package init(sessions: any StoreQuarantine, others: any StoreQuarantine) {
        self.sessions = sessions
        self.others = others
    }

    package func quarantine(
        _ store: StorageError.Store,
        startingWith attempts: SignInAttempts
    ) async throws(StorageError) -> Bool {
        try await (store == .session ? sessions : others).quarantine(store, startingWith: attempts)
    }
}
