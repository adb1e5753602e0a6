package import Domain

/// A session repository that keeps its session as long as it lives, across several use cases.
package actor SessionRepositoryFake: SessionRepository {
    private var stored: Session?

    private let afterSaving: @Sendable () async -> Void

    package init(_ session: Session? = nil, afterSaving: @escaping @Sendable () async -> Void = {}) {
        stored = session
        self.afterSaving = afterSaving
    }

    package func load() async throws(StorageError) -> Session? { stored }

    package func save(_ session: Session) async throws(StorageError) {
        stored = session
        await afterSaving()
    }

    package func replace(_ old: Session, with new: Session?) async throws(StorageError) -> Bool {
        guard stored?.token == old.token else { return false }
        stored = new
        return true
    }

    package func clear() async throws(StorageError) { stored = nil }
}
