public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Operations without a definitive response from the server, in a PostgreSQL database.
public struct PostgreSQLPendingOperationRepository: PendingOperationRepository {
    private let database: PostgreSQLDatabase

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { self.database = database }

    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) async throws(StorageError) -> PendingOperation {
        let date = PostgreSQLValue.date(oldest)
        _ = try await run("DELETE FROM account_flow_operations WHERE begun_at < $1", [date])
        let record = try StorageError.Store.pendingOperations.text(of: PendingOperationRecord(operation))
        return try await database.change(for: .pendingOperations) { () throws(StorageError) in
            // If a lost attempt began the operation, which has ended since, repeating it sends only the same key again.
            let rows = try await run(
                """
                INSERT INTO account_flow_operations (action, account, key, begun_at, record) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (action, account) DO NOTHING RETURNING 1
                """,
                operation.identity + [.date(operation.begunAt), .text(record)]
            )
            if rows.count > 0 { return operation }
            // None is found if it has just ended.
            let sql: StaticString = "SELECT record FROM account_flow_operations WHERE action = $1 AND account = $2"
            return try table(try await run(sql, operation.identity.dropLast())).all.first
        }
    }

    public func end(_ operation: PendingOperation) async throws(StorageError) {
        let sql: StaticString = "DELETE FROM account_flow_operations WHERE action = $1 AND account = $2 AND key = $3"
        _ = try await run(sql, operation.identity)
    }

    public func pending() async throws(StorageError) -> [PendingOperation] {
        try table(try await run("SELECT record FROM account_flow_operations ORDER BY begun_at, action, account")).all
    }

    private func run(
        _ sql: StaticString,
        _ values: [PostgreSQLValue] = []
    ) async throws(StorageError) -> PostgreSQLRows {
        try await database.run(sql, values, for: .pendingOperations).rows
    }

    private func table(_ rows: PostgreSQLRows) throws(StorageError) -> PendingOperationTable {
        try StorageError.Store.pendingOperations.content(of: rows)
    }
}

extension PendingOperation {
    /// The values that identify the operation.
    fileprivate var identity: [PostgreSQLValue] {
        [.text(action.rawValue), accountID.key, .bytes(Array(key.utf8))]
    }
}
