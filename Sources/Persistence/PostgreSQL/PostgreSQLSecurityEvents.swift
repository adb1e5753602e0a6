public import Domain
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Security events in a PostgreSQL database.
public final class PostgreSQLSecurityEvents: SecurityEventRecorder {
    private let database: PostgreSQLDatabase
    private let retention: Duration
    private let counts = Mutex((recorded: UInt32(0), lost: 0))

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
        // So events of one moment are in order, and repeating one has no effect.
        let id =
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
            + withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { Array($0) }
        let values: [PostgreSQLValue] = [
            .bytes(id), .text(event.event.account?.digits ?? ""), .date(event.date),
            .text(SecurityEventLine(event).text),
        ]
        do {
            _ = try await database.run(
                """
                INSERT INTO account_flow_events (id, account, at, line) VALUES ($1, $2, $3, $4)
                ON CONFLICT (id) DO NOTHING
                """,
                values,
                for: .attempts
            )
            if number.isMultiple(of: 256) {
                let oldest = PostgreSQLValue.date(event.date - retention / .seconds(1))
                _ = try await database.run("DELETE FROM account_flow_events WHERE at < $1", [oldest], for: .attempts)
            }
        } catch {
            counts.withLock { $0.lost += 1 }
        }
    }

    public func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent] {
        do throws(StorageError) {
            let rows = try await database.run(
                "SELECT line FROM account_flow_events WHERE account = $1 ORDER BY at, id",
                [.text(account.digits)],
                for: .attempts
            ).rows
            let decoder = JSONDecoder()
            return (0..<rows.count).compactMap { row in
                // A later version may record other events.
                try? decoder.decode(SecurityEventLine.self, from: Data(rows.bytes(row, 0) ?? [])).recorded
            }
        } catch {
            throw SecurityEventError(error.reason)
        }
    }
}
