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
        // Now and then, the change gets the counts of all accounts, and forgets the oldest beyond its limit.
        try await records.update(of: Int.random(in: 0..<256) == 0 ? nil : account?.digits, change)
    }
}

extension SignInAttempts: PostgreSQLContent {
    static func identity(of record: AttemptRecord) -> [String] { [record.account ?? "", ""] }
}
