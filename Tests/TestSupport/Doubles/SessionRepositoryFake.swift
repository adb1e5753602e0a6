package import Domain

/// A session repository that keeps its session as long as it lives, across several use cases.
package actor SessionRepositoryFake: SessionRepository {
    private var stored: Session?

    package init(_ session: Session? = nil) {
        stored = session
    }

    package func load() async throws(StorageError) -> Session? { stored }

    package func save(_ session: Session) async throws(StorageError) { stored = session }

    package func clear() async throws(StorageError) { stored = nil }
}
