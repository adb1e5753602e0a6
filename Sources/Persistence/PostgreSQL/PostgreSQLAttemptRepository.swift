public import Domain

/// Failed sign-ins in a PostgreSQL database, which all servers count together.
///
/// Each account has a row. Every change also changes the row of the total, by which it notices that another came first.
public struct PostgreSQLAttemptRepository: AttemptRepository {
    /// The number of changes that the row of the total remembers.
    ///
    /// If a change is lost and so many others follow before it is repeated, a failure is counted twice.
    private static let rememberedChanges = 64

    private let database: PostgreSQLDatabase

    /// Creates a repository; it does not use the database before the first call.
    ///
    /// - Parameter database: The database.
    public init(_ database: PostgreSQLDatabase) { self.database = database }

    public func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        try await database.change(for: .attempts) { () throws(StorageError) in
            let (stored, changes) = try await attempts(of: account)
            var attempts = stored
            let value = change(&attempts)
            if attempts == stored { return value }
            return try await replace(stored, after: changes, by: attempts) ? value : nil
        }
    }

    /// Returns the counts of an account, or of all, with the last changes of the total.
    private func attempts(of account: AccountTag?) async throws(StorageError) -> (SignInAttempts, changes: [UInt8]) {
        let rows = try await database.run(
            """
            SELECT NULL::text, failures, since, changes FROM account_flow_attempt_total
            UNION ALL SELECT tag, failures, since, NULL::bytea FROM account_flow_attempts
            WHERE failures > 0 AND (tag = $1::text OR $1::text IS NULL)
            """,
            [.text(account?.digits)],
            for: .attempts
        ).rows
        var (accounts, overall): ([AccountTag: SignInAttempts.Count], SignInAttempts.Count?) = ([:], nil)
        do {
            for row in 0..<rows.count {
                guard let failures = rows.integer(row, 1) else { throw InvalidRecord() }
                let count = SignInAttempts.Count(failures: failures, since: try rows.date(row, 2))
                if let digits = rows.text(row, 0) {
                    guard let tag = AccountTag(digits: digits) else { throw InvalidRecord() }
                    accounts[tag] = count
                } else if failures > 0 {
                    overall = count
                }
            }
            // The row of the total is the first.
            guard let changes = rows.bytes(0, 3) else { throw InvalidRecord() }
            return (SignInAttempts(accounts: accounts, overall: overall), changes)
        } catch {
            throw StorageError.Store.attempts.corrupt
        }
    }

    /// Stores what has changed, unless the total has changed since it was read.
    private func replace(
        _ stored: SignInAttempts,
        after changes: [UInt8],
        by attempts: SignInAttempts
    ) async throws(StorageError) -> Bool {
        let change = Array(withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { $0 })
        var counts = attempts.accounts.filter { stored.accounts[$0.key] != $0.value }
        // A row without failures is removed later.
        for (tag, count) in stored.accounts where attempts.accounts[tag] == nil {
            counts[tag] = SignInAttempts.Count(failures: 0, since: count.since)
        }
        guard counts.values.allSatisfy(\.since.isStorable), attempts.overall?.since.isStorable != false else {
            throw StorageError.Store.attempts.unencodable
        }
        // Only one change can replace these changes of the total; its row stays locked until the others are stored.
        let answer = try await database.run(
            """
            WITH total AS (
                UPDATE account_flow_attempt_total SET changes = $2, failures = $3, since = $4
                WHERE id = 0 AND changes = $1 RETURNING id),
            counts AS (
                INSERT INTO account_flow_attempts (tag, failures, since)
                SELECT c.tag, c.failures, c.since
                FROM total, unnest($5::text[], $6::bigint[], $7::float8[]) AS c (tag, failures, since)
                ON CONFLICT (tag) DO UPDATE SET failures = excluded.failures, since = excluded.since)
            SELECT count(*) FROM total
            """,
            [
                .bytes(changes), .bytes(Array((change + changes).prefix(8 * Self.rememberedChanges))),
                .integer(attempts.overall?.failures ?? 0), attempts.overall.map { .date($0.since) } ?? .double(0),
                .array(counts.keys.map(\.digits)), .array(counts.values.map { String($0.failures) }),
                .array(counts.values.map { $0.since.postgreSQLText }),
            ],
            for: .attempts
        )
        if Int.random(in: 0..<64) == 0 {
            // If it fails, a later change does it.
            _ = try? await database.run("DELETE FROM account_flow_attempts WHERE failures = 0", for: .attempts)
        }
        guard answer.rows.integer(0, 0) == 0, answer.wasRepeated else { return answer.rows.integer(0, 0) == 1 }
        let latest = try await self.attempts(of: nil).changes
        return stride(from: 0, to: latest.count, by: 8).contains { latest[$0...].starts(with: change) }
    }
}
