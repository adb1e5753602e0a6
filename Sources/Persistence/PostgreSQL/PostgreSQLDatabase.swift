public import Domain
import Synchronization

/// A PostgreSQL database, or another one with its protocol and SQL, which several servers of an app share.
///
/// The system's libpq 14 or later connects to it, and is loaded at the first call. All repositories of the database share
/// its connections. Each change is one transaction. If a connection is lost before the answer, the change is sent again,
/// and the database shows whether it was made before, so it is made exactly once.
///
/// No description or mirror shows the connection string.
public final class PostgreSQLDatabase: Secret {
    private let pool: PostgreSQLPool
    private let patience: Duration

    /// Creates a database; it connects at the first call.
    ///
    /// The connection string has libpq's parameters, as in `postgresql://user@one.example,two.example/accounts`. Those that
    /// it lacks are in a service file or the environment. If no place has another value than libpq's default, `sslmode` is
    /// `verify-full`, except for a local socket, `connect_timeout` is 5 seconds for each host (so it is for 0), `tcp_user_timeout` is 10
    /// seconds, and several hosts have `target_session_attrs` `read-write`. A default in the string itself counts. Hosts are
    /// tried one by one, so `prefer-standby` counts as `any`.
    ///
    /// - Parameters:
    ///   - connection: The connection string; a mistake is reported by the first call.
    ///   - connections: The largest number of connections, from 1 to 256. Statements share them if there are more.
    ///   - patience: The time for which a call is repeated if the database cannot be reached or is busy, at least a second.
    ///     The server ends a statement after a quarter of it, and a third of it without an answer ends the connection. A
    ///     connection that is being opened takes longer, up to `connect_timeout` for each host.
    public convenience init(_ connection: String, connections: Int = 32, patience: Duration = .seconds(15)) {
        self.init(connection, connections: connections, patience: patience, library: .system)
    }

    /// Creates a database with another library, which is loaded at the first call.
    package init(
        _ connection: String,
        connections: Int = 32,
        patience: Duration = .seconds(15),
        library: @autoclosure @escaping @Sendable () -> PostgreSQLLibrary?
    ) {
        self.patience = max(patience, .seconds(1))
        // The server ends a statement before the attempt ends, and time is left for a new connection.
        let opener = PostgreSQLOpener(text: connection, statementTime: self.patience / 4, library: library)
        pool = PostgreSQLPool(opener, limit: min(max(connections, 1), 256), attemptTime: self.patience / 3)
    }

    deinit { pool.close() }

    /// Returns the version of the schema in the database.
    ///
    /// - Returns: The version, or nil if there is no schema.
    /// - Throws: `StorageError` of the accounts if the database cannot be read, such as `.notPermitted` for a wrong
    ///   password.
    public func storedSchemaVersion() async throws(StorageError) -> Int? {
        try await call(for: .accounts) { (connection, attempts) throws(PostgreSQLFailure) in
            try await Self.version(connection, attempts.deadline)
        }
    }

    /// Creates or upgrades the schema, unless it has ``schemaVersion``; several servers may do it at once.
    ///
    /// Every repository does so at its first call, which therefore needs the right to create tables unless they exist.
    ///
    /// - Returns: The version that was found, or nil if there was no schema.
    /// - Throws: `StorageError` of the accounts, such as `.unsupportedVersion` for a later version.
    @discardableResult
    public func prepare() async throws(StorageError) -> Int? {
        try await call(for: .accounts) { (connection, attempts) throws(PostgreSQLFailure) in
            try await Self.prepare(connection, attempts.deadline)
        }
    }

    /// Closes all connections; calls in progress and later ones throw `.closed`.
    public func close() { pool.close() }
}

extension PostgreSQLDatabase {
    /// Executes a statement, and repeats it while the database cannot be reached.
    ///
    /// If an earlier attempt may have been executed too, `wasRepeated` is true. The statement has the effect of one
    /// execution even then, or the caller finds out whether it was executed.
    func run(
        _ sql: StaticString,
        _ values: [String?] = [],
        makesChange: Bool = false,
        for store: StorageError.Store
    ) async throws(StorageError) -> (rows: PostgreSQLRows, wasRepeated: Bool) {
        let statement = PostgreSQLStatement(sql: sql, values: values, makesChange: makesChange)
        return try await call(for: store) { (connection, attempts) throws(PostgreSQLFailure) in
            // A later version of the app may have upgraded the schema.
            if connection.nextCheck.withLock({ $0 <= .now }) {
                try await Self.prepare(connection, attempts.deadline)
                connection.nextCheck.withLock { $0 = .now + .seconds(5) }
            }
            let rows = try await connection.run(statement, until: attempts.deadline)
            if attempts.mayHaveRun, !statement.readsOnly {
                // What a lost attempt has written may not be on the standby yet. The commit of another change waits for
                // all earlier ones.
                let mark: StaticString = "INSERT INTO account_flow_changes (change, replaced_by) VALUES ($1, $1)"
                let statement = PostgreSQLStatement(sql: mark, values: [Self.newChange()])
                try await connection.run(statement, until: attempts.deadline)
            }
            return (rows, attempts.mayHaveRun)
        }
    }

    /// Returns a random key for a change, of 13 digits and letters.
    static func newChange() -> String { String(UInt64.random(in: .max / 2 ... .max), radix: 36) }

    /// Makes a change once, unless another one has replaced the stored change, and returns whether it was made.
    ///
    /// The statement continues `made`, and returns a row if it makes the change. $1 is the stored change, or the new one
    /// if the statement may follow any other; $2 is the new one, and the values come after it.
    func make(
        _ change: String = newChange(),
        replacing stored: String?,
        by sql: StaticString,
        _ values: [String?],
        for store: StorageError.Store
    ) async throws(StorageError) -> Bool {
        let changes = [stored ?? change, change]
        let answer = try await run(sql, changes + values, makesChange: true, for: store)
        if Int.random(in: 0..<256) == 0 {
            // If it fails, a later change does it. A part at a time, because the server ends a long statement.
            let removal: StaticString = """
                DELETE FROM account_flow_changes WHERE change IN (
                    SELECT change FROM account_flow_changes
                    WHERE made_at < now() - interval '1 day' ORDER BY made_at LIMIT 10000)
                """
            _ = try? await run(removal, for: store)
        }
        guard answer.rows.isEmpty, answer.wasRepeated else { return !answer.rows.isEmpty }
        let found: StaticString = "SELECT 1 FROM account_flow_changes WHERE change = $1 AND replaced_by = $2"
        return try await !run(found, changes, for: store).rows.isEmpty
    }

    /// Repeats a change of what was read, until no other change comes between; it returns nil if one does.
    func change<Value: Sendable>(
        for store: StorageError.Store,
        _ body: () async throws(StorageError) -> Value?
    ) async throws(StorageError) -> Value {
        var attempts = Attempts(patience)
        while true {
            if let value = try await body() { return value }
            guard await attempts.wait() else { throw store.busy }
        }
    }

    /// Repeats an attempt that fails with a passing reason.
    private func call<Value: Sendable>(
        for store: StorageError.Store,
        _ body: (PostgreSQLConnection, Attempts) async throws(PostgreSQLFailure) -> Value
    ) async throws(StorageError) -> Value {
        var attempts = Attempts(patience)
        while true {
            do throws(PostgreSQLFailure) {
                return try await body(try pool.connection(), attempts)
            } catch {
                if error.mayHaveRun { attempts.mayHaveRun = true }
                guard error.isPassing, await attempts.wait() else {
                    throw StorageError(store: store, reason: Task.isCancelled ? .busy : error.reason)
                }
            }
        }
    }

    /// The attempts of a call, with growing random delays between them.
    private struct Attempts {
        let deadline: ContinuousClock.Instant
        /// Whether the server may have executed an earlier attempt.
        var mayHaveRun = false
        private var longest: Duration = .milliseconds(4)

        init(_ patience: Duration) { deadline = .now + patience }

        /// Waits, or returns false if the time is over or the task is cancelled.
        mutating func wait() async -> Bool {
            longest = min(longest * 2, .milliseconds(500))
            let delay = longest * Double.random(in: 0...1)
            guard ContinuousClock.now + delay < deadline else { return false }
            // A cancellation ends the wait and the call.
            return (try? await Task.sleep(for: delay)) != nil
        }
    }
}
