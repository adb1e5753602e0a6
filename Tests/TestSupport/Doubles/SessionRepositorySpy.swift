package import Domain

/// A session repository that answers as it was told and writes down what it was asked.
package final class SessionRepositorySpy: SessionRepository {
    private let log: MessageLog<PortMessage>
    private let loadResult: Result<Session?, StorageError>
    private let saveResult: Result<Void, StorageError>
    private let clearResult: Result<Void, StorageError>
    private let beforeAnswering: @Sendable () async -> Void

    package init(
        log: MessageLog<PortMessage> = MessageLog(),
        load: Result<Session?, StorageError> = .success(nil),
        save: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.log = log
        loadResult = load
        saveResult = save
        clearResult = clear
        self.beforeAnswering = beforeAnswering
    }

    package func load() async throws(StorageError) -> Session? {
        log.append(.loadSession)
        await beforeAnswering()
        return try loadResult.get()
    }

    package func save(_ session: Session) async throws(StorageError) {
        log.append(.saveSession(session))
        await beforeAnswering()
        try saveResult.get()
    }

    package func replace(_ old: Session, with new: Session?) async throws(StorageError) -> Bool {
        log.append(.replaceSession(old, with: new))
        await beforeAnswering()
        try saveResult.get()
        return true
    }

    package func clear() async throws(StorageError) {
        log.append(.clearSession)
        await beforeAnswering()
        try clearResult.get()
    }
}
