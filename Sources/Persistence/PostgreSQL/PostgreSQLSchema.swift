import Domain

extension PostgreSQLDatabase {
    /// The version of the schema that this package uses.
    public static var schemaVersion: Int { versions.count }

    /// The statements of each version.
    ///
    /// Each can be repeated, so a later call continues an interrupted preparation, and two servers can prepare at once.
    ///
    /// Databases order texts differently, so the keys of accounts are bytes. Dates are seconds since 2001-01-01 00:00:00
    /// UTC.
    private static let versions: [[StaticString]] = [
        [
            "CREATE TABLE IF NOT EXISTS account_flow_schema (version bigint PRIMARY KEY)",
            // The key is the canonical form of the ID, and `change` the last change of the row.
            """
            CREATE TABLE IF NOT EXISTS account_flow_accounts (
                key bytea PRIMARY KEY, id text NOT NULL, change text NOT NULL, registration text NOT NULL,
                profile jsonb NOT NULL, password_hash text NOT NULL, recovery_hash text, totp text,
                created_at float8 NOT NULL)
            """,
            // The changes that another one has replaced, for a day: they show whether a lost one was made. They do not
            // tell whose account it was.
            """
            CREATE TABLE IF NOT EXISTS account_flow_changes (
                change text PRIMARY KEY, replaced_by text NOT NULL, made_at timestamptz NOT NULL DEFAULT now())
            """,
            "CREATE INDEX IF NOT EXISTS account_flow_changes_by_date ON account_flow_changes (made_at)",
            """
            CREATE TABLE IF NOT EXISTS account_flow_records (
                store text, account text, key text, record text NOT NULL, PRIMARY KEY (store, account, key))
            """,
            """
            CREATE TABLE IF NOT EXISTS account_flow_events (
                account text, at float8, number bigint, line text NOT NULL, PRIMARY KEY (account, at, number))
            """,
            "CREATE INDEX IF NOT EXISTS account_flow_events_by_date ON account_flow_events (at)",
            "INSERT INTO account_flow_schema VALUES (1) ON CONFLICT (version) DO NOTHING",
        ]
    ]

    /// Returns the version of the schema, or nil if there is none.
    static func version(
        _ connection: PostgreSQLConnection,
        _ deadline: ContinuousClock.Instant
    ) async throws(PostgreSQLFailure) -> Int? {
        do throws(PostgreSQLFailure) {
            let statement = PostgreSQLStatement(sql: "SELECT max(version) FROM account_flow_schema")
            return try await connection.run(statement, until: deadline).first?[0].flatMap { Int($0) }
        } catch {
            if error.isMissingTable { return nil }
            throw error
        }
    }

    /// Executes the statements that the schema lacks, and returns the version that was found.
    @discardableResult
    static func prepare(
        _ connection: PostgreSQLConnection,
        _ deadline: ContinuousClock.Instant
    ) async throws(PostgreSQLFailure) -> Int? {
        let version = try await version(connection, deadline)
        guard version ?? 0 <= schemaVersion else {
            throw PostgreSQLFailure(reason: .unsupportedVersion(version ?? 0))
        }
        for sql in versions.dropFirst(version ?? 0).joined() {
            do throws(PostgreSQLFailure) {
                try await connection.run(PostgreSQLStatement(sql: sql), until: deadline)
            } catch {
                throw error.isOfAnotherPreparation ? .busy : error
            }
        }
        return version
    }
}
