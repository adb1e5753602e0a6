public import Domain

/// Agreements to terms in a PostgreSQL database.
public struct PostgreSQLConsentRepository: ConsentRepository {
    private let database: PostgreSQLDatabase

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { self.database = database }

    public func all() async throws(StorageError) -> [Consent] {
        try await table("SELECT record FROM account_flow_consents").all
    }

    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await table("SELECT record FROM account_flow_consents WHERE account = $1", [accountID.key])
            .consents(of: accountID)
    }

    private func table(
        _ sql: StaticString,
        _ values: [PostgreSQLValue] = []
    ) async throws(StorageError) -> ConsentTable {
        try StorageError.Store.consents.content(of: try await database.run(sql, values, for: .consents).rows)
    }

    public func record(_ consents: [Consent]) async throws(StorageError) {
        // The table has each consent once, and all in one order, so that two recordings do not wait for each other.
        var table = ConsentTable()
        table.record(consents)
        guard !consents.isEmpty else { return }
        var records: [String] = []
        for record in table.records { records.append(try StorageError.Store.consents.text(of: record)) }
        // The change is stored first, so that repeating it has no effect.
        _ = try await database.run(
            """
            WITH made AS (
                INSERT INTO account_flow_changes (change, replaced_by) VALUES ($1::bytea, $1::bytea)
                ON CONFLICT (change) DO NOTHING RETURNING change)
            INSERT INTO account_flow_consents (account, document, version, agreed_at, record)
            SELECT c.account, c.document, c.version, c.agreed_at, c.record
            FROM made, unnest($2::bytea[], $3::bytea[], $4::bigint[], $5::float8[], $6::text[])
            AS c (account, document, version, agreed_at, record)
            ON CONFLICT (account, document, version, agreed_at) DO UPDATE SET record = excluded.record
            """,
            [
                .change(), .array(table.all.map { $0.accountID.canonical.utf8.postgreSQLText }),
                .array(table.all.map { $0.document.name.nfc.utf8.postgreSQLText }),
                .array(table.all.map { String($0.document.version) }),
                .array(table.all.map { $0.agreedAt.postgreSQLText }), .array(records),
            ],
            for: .consents
        )
    }

    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        _ = try await database.run(
            """
            WITH made AS (
                INSERT INTO account_flow_changes (change, replaced_by) VALUES ($1::bytea, $1::bytea)
                ON CONFLICT (change) DO NOTHING RETURNING change)
            DELETE FROM account_flow_consents WHERE account = $2 AND EXISTS (SELECT 1 FROM made)
            """,
            [.change(), accountID.key],
            for: .consents
        )
    }
}
