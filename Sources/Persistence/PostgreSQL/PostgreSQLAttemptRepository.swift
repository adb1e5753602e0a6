public import Domain

/// Failed sign-ins in a PostgreSQL database, which all servers count together.
public struct PostgreSQLAttemptRepository: AttemptRepository {
    private let records: PostgreSQLRecords<SignInAttempts>

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { records = PostgreSQLRecords(database: database) }

    public func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        try await records.update(of: account?.digits, change)
    }
}

extension SignInAttempts: PostgreSQLContent {
    static func identity(of record: AttemptRecord) -> [String] { [record.account ?? "", ""] }
}
