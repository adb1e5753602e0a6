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

    @discardableResult
    package func save(_ session: Session) async throws(StorageError) -> Session? {
        let earlier = stored
        stored = session
        await afterSaving()
        return earlier
    }

    @discardableResult
    package func clear() async throws(StorageError) -> Session? {
        let earlier = stored
        stored = nil
        await afterSaving()
        return earlier
    }

    @discardableResult
    package func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        guard stored?.token == expected?.token else { return false }
        stored = session
        return true
    }
}
