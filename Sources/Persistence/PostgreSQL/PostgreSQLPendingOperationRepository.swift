public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Operations without a definitive response from the server, in a PostgreSQL database.
public struct PostgreSQLPendingOperationRepository: PendingOperationRepository {
    private let records: PostgreSQLRecords<PendingOperationTable>

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { records = PostgreSQLRecords(database: database) }

    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) async throws(StorageError) -> PendingOperation {
        try await records.update { $0.begin(operation, forgettingBefore: oldest) }
    }

    public func end(_ operation: PendingOperation) async throws(StorageError) {
        try await records.update { $0.end(operation) }
    }

    public func pending() async throws(StorageError) -> [PendingOperation] { try await records.read().content.all }
}

extension PendingOperationTable: PostgreSQLContent {
    static func identity(of record: PendingOperationRecord) throws -> [String] {
        [try AccountID(record: record.accountID).canonical, record.action]
    }
}
