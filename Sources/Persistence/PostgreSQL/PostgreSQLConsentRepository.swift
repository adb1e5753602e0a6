public import Domain

/// Agreements to terms in a PostgreSQL database.
public struct PostgreSQLConsentRepository: ConsentRepository {
    private let records: PostgreSQLRecords<ConsentTable>

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { records = PostgreSQLRecords(database: database) }

    public func all() async throws(StorageError) -> [Consent] { try await records.read().content.all }

    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await records.read(of: accountID.canonical).content.consents(of: accountID)
    }

    public func record(_ consents: [Consent]) async throws(StorageError) {
        var table = ConsentTable()
        table.record(consents)
        try await records.write(table)
    }

    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        try await records.removeAll(of: accountID.canonical)
    }
}

extension ConsentTable: PostgreSQLContent {
    static func identity(of record: ConsentRecord) throws -> [String] {
        let date = try store.text(of: record.agreedAt)
        // Spellings of one name are one document.
        return [try AccountID(record: record.accountID).canonical, "\(record.version) \(date) \(record.document.nfc)"]
    }
}
