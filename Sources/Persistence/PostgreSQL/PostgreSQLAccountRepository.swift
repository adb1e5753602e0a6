public import Domain

/// Accounts in a PostgreSQL database.
///
/// A change is durable when the method returns if it is for the database: with `synchronous_commit`, and for a failover with
/// a synchronous standby. A change may have been made although the method throws, if it was sent, and its answer was lost:
/// `.busy` or `.unreachable` after the patience or a cancellation, or what another attempt threw, such as
/// `.readOnly` after a failover.
public struct PostgreSQLAccountRepository: AccountRepository {
    private let database: PostgreSQLDatabase

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { self.database = database }

    public func insert(_ account: Account) async throws(AccountInsertionError) {
        let (key, change) = (account.id.key, PostgreSQLDatabase.newChange())
        do throws(StorageError) {
            // An account that was inserted by a lost attempt, and deleted since, is not inserted again.
            var answer = try await database.run(
                """
                INSERT INTO account_flow_accounts
                (key, change, id, registration, profile, password_hash, recovery_hash, totp, created_at)
                SELECT $1::bytea, $2::text, $3::text, $4::text, $5::text::jsonb, $6::text, $7::text, $8::text, $9::float8
                WHERE NOT EXISTS (SELECT 1 FROM account_flow_changes WHERE change = $2::text)
                ON CONFLICT (key) DO NOTHING RETURNING 1
                """,
                [key, change] + values(of: account),
                for: .accounts
            )
            if answer.rows.isEmpty, answer.wasRepeated {
                answer = try await database.run(
                    """
                    SELECT 1 FROM account_flow_accounts WHERE key = $1 AND change = $2
                    UNION ALL SELECT 1 FROM account_flow_changes WHERE change = $2
                    """,
                    [key, change],
                    for: .accounts
                )
            }
            if !answer.rows.isEmpty { return }
        } catch {
            throw .storage(error)
        }
        throw .idTaken
    }

    public func find(_ id: AccountID) async throws(StorageError) -> Account? { try await row(id)?.account }

    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        let sql: StaticString = "SELECT 1 FROM account_flow_accounts WHERE key = $1"
        return try await !database.run(sql, [id.key], for: .accounts).rows.isEmpty
    }

    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        let result: Result<Account, AccountUpdateError>
        do throws(StorageError) {
            result = try await database.change(for: .accounts) { () throws(StorageError) in
                guard case (var account, let stored)? = try await row(id) else { return .failure(.notFound) }
                change(&account)
                guard account.id == id else { return .failure(.idChanged) }
                let isMade = try await database.make(
                    replacing: stored,
                    by: """
                        UPDATE account_flow_accounts AS a SET change = $2::text, id = $4, registration = $5,
                        profile = $6::text::jsonb, password_hash = $7, recovery_hash = $8, totp = $9, created_at = $10
                        FROM made WHERE a.key = $3 AND a.change = $1::text RETURNING 1
                        """,
                    [id.key] + values(of: account),
                    for: .accounts
                )
                return isMade ? .success(account) : nil
            }
        } catch {
            throw .storage(error)
        }
        return try result.get()
    }

    @discardableResult
    public func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        try await database.change(for: .accounts) { () throws(StorageError) in
            guard let (account, stored) = try await row(id), isMeant(account) else { return false }
            let isMade = try await database.make(
                replacing: stored,
                by: """
                    DELETE FROM account_flow_accounts WHERE key = $3 AND change = $1::text
                    AND EXISTS (SELECT 1 FROM made) RETURNING 1
                    """,
                [id.key],
                for: .accounts
            )
            return isMade ? true : nil
        }
    }

    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        guard limit > 0 else { return [] }
        let rows = try await database.run(
            """
            SELECT id, registration, profile::text, password_hash, recovery_hash, totp, created_at
            FROM account_flow_accounts WHERE key > $1 ORDER BY key LIMIT $2
            """,
            // No key is empty.
            [id?.key ?? "", String(limit)],
            for: .accounts
        ).rows
        return try rows.map { row throws(StorageError) in try account(row) }
    }

    public func count() async throws(StorageError) -> Int {
        let rows = try await database.run("SELECT count(*) FROM account_flow_accounts", for: .accounts).rows
        return rows.first?[0].flatMap { Int($0) } ?? 0
    }

    /// Returns an account and the last change of its row.
    private func row(_ id: AccountID) async throws(StorageError) -> (account: Account, change: String)? {
        let rows = try await database.run(
            """
            SELECT id, registration, profile::text, password_hash, recovery_hash, totp, created_at, change
            FROM account_flow_accounts WHERE key = $1
            """,
            [id.key],
            for: .accounts
        ).rows
        guard let row = rows.first else { return nil }
        return (try account(row), row[7] ?? "")
    }

    /// The values of the columns from `id` on.
    private func values(of account: Account) throws(StorageError) -> [String?] {
        guard account.isStorable else { throw StorageError.Store.accounts.unencodable }
        return [
            account.id.text, account.registrationID.digits,
            try StorageError.Store.accounts.text(of: account.profile.texts),
            account.passwordHash.revealed, account.recoveryHash?.revealed,
            account.totp?.revealedRecord, account.createdAt.postgreSQLText,
        ]
    }

    private func account(_ row: [String?]) throws(StorageError) -> Account {
        do {
            return Account(
                id: try AccountID(record: row[0] ?? ""),
                registrationID: try RegistrationID(record: row[1] ?? ""),
                // The decoder takes longer than the rest together.
                profile: row[2] == "{}" ? Profile() : try Profile(texts: Dictionary(recordText: row[2])),
                passwordHash: try PasswordHash(record: row[3] ?? ""),
                recoveryHash: try row[4].map { try PasswordHash(record: $0) },
                totp: try row[5].map { try AccountTOTP(record: $0) },
                createdAt: try .init(postgreSQLText: row[6])
            )
        } catch {
            throw StorageError.Store.accounts.corrupt
        }
    }
}

extension AccountID {
    /// The key of the account in the table, a `bytea`.
    fileprivate var key: String { "\\x" + Hexadecimal.text(of: Array(canonical.utf8)) }
}
