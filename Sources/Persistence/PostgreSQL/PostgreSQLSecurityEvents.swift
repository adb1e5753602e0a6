public import Domain
import Synchronization

/// Security events in a PostgreSQL database.
public final class PostgreSQLSecurityEvents: SecurityEventRecorder {
    /// The largest number of events that are read: in a long attack, an account gets one with each guess.
    private static let largestCount = 10_000

    private let database: PostgreSQLDatabase
    private let retention: Duration
    private let counts = Mutex((recorded: Int64(0), lost: 0))

    /// The number of events that this object could not store.
    public var lostCount: Int { counts.withLock { $0.lost } }

    /// Creates a recorder; it does not use the database before the first call.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - retention: The time after which events are removed, 90 days by default; some remain a little longer.
    public init(_ database: PostgreSQLDatabase, retention: Duration = .seconds(90 * 86_400)) {
        (self.database, self.retention) = (database, retention)
    }

    public func record(_ event: RecordedEvent) async {
        let number = counts.withLock { counts in
            counts.recorded &+= 1
            return counts.recorded
        }
        let values = [
            event.event.account?.digits ?? "", event.date.postgreSQLText,
            // Events of one moment are in order, and repeating one has no effect.
            String(number << 32 | Int64(UInt32.random(in: .min ... .max))), SecurityEventLine(event).text,
        ]
        do {
            _ = try await database.run(
                """
                INSERT INTO account_flow_events (account, at, number, line) VALUES ($1, $2, $3, $4)
                ON CONFLICT (account, at, number) DO NOTHING
                """,
                values,
                for: .attempts
            )
        } catch {
            return counts.withLock { $0.lost += 1 }
        }
        // By chance, because a process may record few. A part at a time, because the server ends a long statement.
        if Int.random(in: 0..<256) == 0 {
            let sql: StaticString = """
                DELETE FROM account_flow_events WHERE (account, at, number) IN (
                    SELECT account, at, number FROM account_flow_events
                    WHERE at < $1::float8 - $2::float8 ORDER BY at LIMIT 10000)
                """
            // If it fails, a later event does it.
            let values = [event.date.postgreSQLText, String(retention / .seconds(1))]
            _ = try? await database.run(sql, values, for: .attempts)
        }
    }

    /// Returns the last 10,000 events of an account, the latest last.
    ///
    /// - Parameter account: The tag of the account.
    /// - Returns: The events.
    /// - Throws: `SecurityEventError` if the database cannot be read, such as `.busy`.
    public func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent] {
        do throws(StorageError) {
            let rows = try await database.run(
                """
                SELECT line FROM account_flow_events WHERE account = $1 ORDER BY at DESC, number DESC LIMIT $2
                """,
                [account.digits, String(Self.largestCount)],
                for: .attempts
            ).rows
            // A later version may record other events.
            return rows.reversed().compactMap { (try? SecurityEventLine(recordText: $0[0]))?.recorded }
        } catch {
            throw SecurityEventError(error.reason)
        }
    }
}
