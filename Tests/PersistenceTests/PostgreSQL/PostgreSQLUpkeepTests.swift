import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import Testing

/// Tests of the removal of old rows in PostgreSQL.
@Suite(.postgreSQL, .timeLimit(.minutes(5)))
struct PostgreSQLUpkeepTests {
    /// Makes a server execute statements of its language whenever rows are deleted from a table.
    private func onDeletion(from table: String, of server: PostgreSQLServer, _ statements: String) async throws {
        try await server.query(
            """
            CREATE TABLE deletions (number serial, count bigint);
            CREATE FUNCTION react() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN \(statements); RETURN NULL; END $$;
            CREATE TRIGGER react AFTER DELETE ON \(table) REFERENCING OLD TABLE AS deleted
            FOR EACH STATEMENT EXECUTE FUNCTION react()
            """
        )
    }

    /// Notes the number of rows of a deletion.
    private static let note = "INSERT INTO deletions (count) SELECT count(*) FROM deleted"

    @Test func `old security events are removed by processes that record one each`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        let kim = AccountTag(.stub("kim"))
        func record(at date: Date) async {
            let events = PostgreSQLSecurityEvents(database, retention: .seconds(60))
            await events.record(RecordedEvent(.signedIn(kim), at: date))
        }
        for number in 0..<16 { await record(at: .stub + Double(number)) }
        let events = PostgreSQLSecurityEvents(database)
        // One of 256 events removes the old ones.
        for number in 0..<4_096 {
            await record(at: .stub + 70)
            guard number.isMultiple(of: 128), let first = try await events.events(of: kim).first?.date else { continue }
            if first < .stub + 1 { continue }
            #expect(abs(first.timeIntervalSince(.stub + 10)) < 1)
            return
        }
        Issue.record("The old events are still there.")
    }

    @Test func `old security events are removed in parts, which a server has time for`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        try await database.prepare()
        try await server.query(
            "INSERT INTO account_flow_events SELECT '', n, n, '' FROM generate_series(1, 10500) AS n"
        )
        try await onDeletion(from: "account_flow_events", of: server, Self.note)
        let events = PostgreSQLSecurityEvents(database)
        for number in 0..<8_192 {
            await events.record(RecordedEvent(.signedIn(AccountTag(.stub())), at: .stub))
            guard number.isMultiple(of: 64) else { continue }
            let counts = try await server.query("SELECT count FROM deletions WHERE count > 0 ORDER BY number")
            if counts.isEmpty || counts == "10000" { continue }
            #expect(counts == "10000\n500")
            return
        }
        Issue.record("The old events are still there.")
    }

    @Test func `an event is not lost if the removal of old ones fails`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        try await database.prepare()
        try await onDeletion(from: "account_flow_events", of: server, "RAISE EXCEPTION 'no removal'")
        let events = PostgreSQLSecurityEvents(database)
        for number in 0..<4_096 {
            await events.record(RecordedEvent(.signedIn(AccountTag(.stub())), at: .stub))
            guard number.isMultiple(of: 64), try server.log.contains("no removal") else { continue }
            #expect(events.lostCount == 0)
            #expect(try await events.events(of: AccountTag(.stub())).count == number + 1)
            return
        }
        Issue.record("No old event is removed.")
    }

    @Test func `changes of yesterday are removed in parts, and those of today stay`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        try await database.prepare()
        try await server.query(
            """
            INSERT INTO account_flow_changes SELECT 'old' || n, '', now() - interval '25 hours'
            FROM generate_series(1, 10500) AS n;
            INSERT INTO account_flow_changes VALUES ('young', '', now() - interval '23 hours')
            """
        )
        try await onDeletion(from: "account_flow_changes", of: server, Self.note)
        for number in 0..<8_192 {
            try await database.consents.removeAll(of: .stub())
            guard number.isMultiple(of: 64) else { continue }
            let counts = try await server.query("SELECT count FROM deletions WHERE count > 0 ORDER BY number")
            if counts.isEmpty || counts == "10000" { continue }
            #expect(counts == "10000\n500")
            let count = "SELECT count(*) FROM account_flow_changes WHERE change "
            #expect(try await server.query(count + "= 'young'") == "1")
            return
        }
        Issue.record("The old changes are still there.")
    }
}
