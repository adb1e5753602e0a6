import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import TestSupport
import Testing

/// Tests that PostgreSQL loses no acknowledged account and has none twice, while servers are killed and replaced.
@Suite(.postgreSQL, .timeLimit(.minutes(Thoroughness.count(30, change: 30, soak: 120))))
struct PostgreSQLDurabilityTests {
    /// Inserts accounts in several tasks while a body runs, and returns the IDs whose insertion was acknowledged.
    private func insert(
        into database: PostgreSQLDatabase,
        round: Int,
        while body: () async throws -> Void
    ) async throws -> Set<AccountID> {
        let isDone = Switch(false)
        let writers = (0..<8).map { writer in
            Task {
                var inserted: Set<AccountID> = []
                while !isDone.isOn {
                    let id = AccountID.stub("person\(round)-\(writer)-\(inserted.count)")
                    try await database.accounts.insert(.stub(id: id))
                    inserted.insert(id)
                }
                return inserted
            }
        }
        do {
            try await body()
        } catch {
            isDone.isOn = true
            throw error
        }
        isDone.isOn = true
        var inserted: Set<AccountID> = []
        for writer in writers { inserted.formUnion(try await writer.value) }
        return inserted
    }

    private func ids(in database: PostgreSQLDatabase) async throws -> [AccountID] {
        var ids: [AccountID] = []
        while true {
            let page = try await database.accounts.page(after: ids.last, limit: 1_000)
            ids += page.map(\.id)
            if page.count < 1_000 { return ids }
        }
    }

    @Test func `a server that is killed while it writes loses nothing, and has nothing twice`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString, connections: 4, patience: .seconds(60))
        try await database.prepare()
        var inserted: Set<AccountID> = []
        for round in 0..<Thoroughness.count(3, change: 10, soak: 200) {
            inserted.formUnion(
                try await insert(into: database, round: round) {
                    let acknowledged = try await database.accounts.count()
                    while try await database.accounts.count() < acknowledged + 20 {}
                    try server.kill()
                    try await server.start()
                }
            )
            let stored = try await ids(in: database)
            #expect(stored.count == inserted.count && Set(stored) == inserted, "round \(round)")
        }
    }

    @Test func `a promoted standby has all accounts that its killed primary acknowledged`() async throws {
        var primary = try await PostgreSQLServer.start()
        var inserted: Set<AccountID> = []
        for round in 0..<Thoroughness.count(1, change: 2, soak: 20) {
            let standby = try await primary.startStandby()
            let text = PostgreSQLServer.connectionString(of: [primary, standby])
            let database = PostgreSQLDatabase(text, connections: 4, patience: .seconds(60))
            inserted.formUnion(
                try await insert(into: database, round: round) {
                    let acknowledged = try await database.accounts.count()
                    while try await database.accounts.count() < acknowledged + 20 {}
                    try primary.kill()
                    try await standby.promote()
                    let promoted = try await database.accounts.count()
                    while try await database.accounts.count() < promoted + 20 {}
                }
            )
            let stored = try await ids(in: database)
            #expect(stored.count == inserted.count && Set(stored) == inserted, "round \(round)")
            primary = standby
        }
    }

    @Test func `eight processes that insert the same accounts insert each exactly once`() async throws {
        let server = try await PostgreSQLServer.start(settings: ["max_connections": "200"])
        let count = Thoroughness.count(500, change: 2_000, soak: 10_000)
        let text = server.connectionString
        let isDone = try await onOwnThread {
            let writers = try (0..<8).map { _ in try WriterProcess(.insert, in: text, UInt64(count)) }
            return try writers.map { writer in
                // One letter for each account that the process has inserted.
                let letters = try writer.read(.max)
                return (letters.count, writer.end())
            }
        }
        #expect(isDone.map(\.1) == Array(repeating: true, count: 8))
        #expect(isDone.map(\.0).reduce(0, +) == count)
        #expect(try await PostgreSQLDatabase(text).accounts.count() == count)
    }

    @Test func `the memory of this process does not grow with the number of accounts`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString, patience: .seconds(60))
        try await database.accounts.insert(.stub(id: .stub("person0")))
        let count = Thoroughness.count(2_000, change: 20_000, soak: 1_000_000)
        try await server.query(
            """
            INSERT INTO account_flow_accounts
            SELECT convert_to('person' || n, 'UTF8'), 'person' || n, to_hex(n), registration,
            profile, password_hash, recovery_hash, totp, created_at
            FROM account_flow_accounts, generate_series(1, \(count - 1)) AS n
            """
        )
        #if os(Linux)
        let before = try MemoryUse.peak()
        #endif
        var (visited, last) = (0, AccountID?.none)
        while true {
            let page = try await database.accounts.page(after: last, limit: 1_000)
            visited += page.count
            last = page.last?.id ?? last
            if page.count < 1_000 { break }
        }
        #expect(visited == count)
        #expect(try await database.accounts.count() == count)
        #expect(try await database.accounts.find(.stub("person\(count - 1)")) != nil)
        #if os(Linux)
        // A million accounts take several times as much, and other tests run at the same time.
        #expect(try MemoryUse.peak() - before < 100 << 20)
        #endif
    }
}
