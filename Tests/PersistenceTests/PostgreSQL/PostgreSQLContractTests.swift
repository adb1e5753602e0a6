import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import Synchronization
import Testing

/// Tests of the repositories in PostgreSQL against the contracts of all repositories.
@Suite(.postgreSQL, .timeLimit(.minutes(5)))
struct PostgreSQLContractTests {
    /// Creates an empty database, with few connections, because many tests share the server.
    private static func make() async throws -> PostgreSQLDatabase {
        let server = try await PostgreSQLServer.shared.value
        return PostgreSQLDatabase(
            server.connectionString + (try await server.makeSchema()),
            connections: 3,
            patience: .seconds(60)
        )
    }

    @Test(arguments: AccountRepositoryContract.promises)
    func `an account repository in PostgreSQL keeps its promises`(
        promise: ContractPromise<AccountRepositoryContract>
    ) async throws {
        try await promise.verify(AccountRepositoryContract { PostgreSQLAccountRepository(try await Self.make()) })
    }

    @Test(arguments: AttemptRepositoryContract.promises)
    func `a repository of sign-in attempts in PostgreSQL keeps its promises`(
        promise: ContractPromise<AttemptRepositoryContract>
    ) async throws {
        try await promise.verify(AttemptRepositoryContract { PostgreSQLAttemptRepository(try await Self.make()) })
    }

    @Test(arguments: ConsentRepositoryContract.promises)
    func `a consent repository in PostgreSQL keeps its promises`(
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        try await promise.verify(ConsentRepositoryContract { PostgreSQLConsentRepository(try await Self.make()) })
    }

    @Test(arguments: PendingOperationRepositoryContract.promises)
    func `an operation repository in PostgreSQL keeps its promises`(
        promise: ContractPromise<PendingOperationRepositoryContract>
    ) async throws {
        try await promise.verify(
            PendingOperationRepositoryContract { PostgreSQLPendingOperationRepository(try await Self.make()) }
        )
    }

    @Test func `security events of one account are read in the order of their dates`() async throws {
        let database = try await Self.make()
        let events = PostgreSQLSecurityEvents(database)
        let (kim, lee) = (AccountTag(.stub("kim")), AccountTag(.stub("lee")))
        let date = Date(timeIntervalSinceReferenceDate: 785_000_000)
        let recorded = [
            RecordedEvent(.signedUp(kim), at: date), RecordedEvent(.refused(kim), at: date),
            RecordedEvent(.throttled(kim, until: date + 60), at: date), RecordedEvent(.signedIn(kim), at: date + 1),
        ]
        await events.record(RecordedEvent(.storeRecovered(.accounts), at: date))
        await events.record(RecordedEvent(.signedIn(lee), at: date))
        for event in recorded.suffix(1) + recorded.dropLast() { await events.record(event) }
        #expect(try await events.events(of: kim) == recorded)
        #expect(events.lostCount == 0)
    }

    @Test func `of very many security events of an account, the newest are read`() async throws {
        let server = try await PostgreSQLServer.start()
        let events = PostgreSQLSecurityEvents(PostgreSQLDatabase(server.connectionString))
        let kim = AccountTag(.stub("kim"))
        await events.record(RecordedEvent(.signedUp(kim), at: .stub))
        await events.record(RecordedEvent(.signedIn(kim), at: .stub + 1))
        await events.record(RecordedEvent(.refused(kim), at: .stub + 20_000))
        let last = try await events.events(of: kim).suffix(2)
        #expect(last.map(\.event) == [.signedIn(kim), .refused(kim)])
        try await server.query(
            """
            INSERT INTO account_flow_events SELECT account, at + n, number, line
            FROM account_flow_events, generate_series(1, 9998) AS n WHERE line LIKE '%signed-in%'
            """
        )
        let read = try await events.events(of: kim)
        #expect(read == Array(repeating: last[last.startIndex], count: 9_999) + last.suffix(1))
    }

    @Test func `failures of one account are counted without reading those of others`() async throws {
        let attempts = PostgreSQLAttemptRepository(try await Self.make())
        let (kim, lee) = (AccountTag(.stub("kim")), AccountTag(.stub("lee")))
        for tag in [kim, lee] {
            _ = try await attempts.update(of: tag) { $0.begin(tag, at: .stub, policy: .standard) }
        }
        // One of 256 updates reads all.
        var read: [[AccountTag]] = []
        for _ in 0..<4 { read.append(try await attempts.update(of: lee) { Array($0.accounts.keys) }) }
        #expect(read.contains([lee]))
        try await attempts.update(of: lee) { $0.succeed(lee) }
        #expect(try await attempts.update { Array($0.accounts.keys) } == [kim])
        #expect(try await attempts.update { $0.overall?.failures } == 1)
    }

    @Test func `the oldest counts of failures are removed beyond the limit of the policy`() async throws {
        let database = try await Self.make()
        let attempts = PostgreSQLAttemptRepository(database)
        let policy = ThrottlePolicy(maximumAccounts: 16, burst: .max)
        for number in 0..<4_096 {
            let tag = AccountTag(.stub("nobody\(number)"))
            _ = try await attempts.update(of: tag) { $0.begin(tag, at: .stub + Double(number), policy: policy) }
            // One of 256 updates removes the oldest.
            guard number.isMultiple(of: 64), number > 0 else { continue }
            let tags = try await attempts.update { Set($0.accounts.keys) }
            guard tags.count < number else { continue }
            #expect(tags.contains(tag) && !tags.contains(AccountTag(.stub("nobody0"))))
            return
        }
        Issue.record("All counts are still there.")
    }

    /// CockroachDB refuses a statement that changes a table twice.
    @Test func `no statement changes a table twice`() async throws {
        let server = try await PostgreSQLServer.start(settings: ["log_statement": "all"])
        let database = PostgreSQLDatabase(server.connectionString)
        for change in StoredChange.allCases {
            try await change.prepare(database)
            #expect(try await change.make(in: database) == nil)
        }
        let statements = try server.log.split(separator: "LOG:  execute")
        #expect(statements.count > 20)
        for statement in statements {
            for table in ["accounts", "changes", "records", "events"] {
                let changes = statement.matches(of: #/(INSERT INTO|UPDATE|DELETE FROM) account_flow_(\w+)/#)
                #expect(changes.filter { $0.2 == table }.count < 2, "\(statement)")
            }
        }
    }

    @Test func `an ended operation leaves no row`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        _ = try await database.operations.begin(.stub(), forgettingBefore: .distantPast)
        try await database.operations.end(.stub())
        _ = try await database.consents.record([])
        #expect(try await server.query("SELECT key FROM account_flow_records") == "change")
    }

    @Test(arguments: [
        "profile = '{\"nickname\": \"\\u0001\"}'", "registration = 'x'", "created_at = 'NaN'", "totp = ''",
    ])
    func `a row that Domain rejects is damaged`(change: String) async throws {
        let server = try await PostgreSQLServer.shared.value
        let schema = try await server.makeSchema()
        let accounts = PostgreSQLDatabase(server.connectionString + schema, connections: 1).accounts
        try await accounts.insert(.stub())
        let table = schema.drop { $0 != "D" }.dropFirst()
        try await server.query("UPDATE \(table).account_flow_accounts SET \(change)")
        await #expect(throws: StorageError(store: .accounts, reason: .corrupt)) { try await accounts.find(.stub()) }
    }
}
