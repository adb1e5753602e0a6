import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import PostgreSQLSupport
import Synchronization
import Testing

/// Tests of statements in PostgreSQL whose tasks are cancelled, or whose time is over.
@Suite(.postgreSQL, .timeLimit(.minutes(5)))
struct PostgreSQLCancellationTests {
    /// Makes a transaction lock all accounts, so that they can be read but not changed, while a body runs.
    private func withLockedAccounts(
        of server: PostgreSQLServer,
        by lock: String = "SELECT key FROM account_flow_accounts FOR UPDATE",
        _ body: () async throws -> Void
    ) async throws {
        let lock = Task { try await server.query("BEGIN; \(lock); SELECT pg_sleep(600)") }
        let sleeping = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        try await server.wait(for: "SELECT count(*) " + sleeping, toReturn: "1")
        try await body()
        try await server.query("SELECT pg_terminate_backend(pid) " + sleeping)
        await #expect(throws: PostgreSQLPrograms.Failure.self) { try await lock.value }
    }

    /// The statements and transactions of this process that the server executes.
    private static let active =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'AccountFlow' AND xact_start IS NOT NULL"

    @Test func `a cancelled change ends at once, and leaves no transaction`() async throws {
        let server = try await PostgreSQLServer.start()
        let accounts = PostgreSQLDatabase(server.connectionString).accounts
        try await accounts.insert(.stub())
        try await withLockedAccounts(of: server) {
            let change = Task { try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("new") } }
            try await server.wait(for: Self.active + " AND wait_event_type = 'Lock'", toReturn: "1")
            change.cancel()
            await #expect(throws: AccountUpdateError.storage(StorageError(store: .accounts, reason: .busy))) {
                try await change.value
            }
            try await server.wait(for: Self.active, toReturn: "0")
            #expect(try server.log.contains(Self.cancellation))
            #expect(try await accounts.find(.stub())?.passwordHash == Account.stub().passwordHash)
        }
        // The connections are still in use.
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("last") }
    }

    /// The lock that insertions wait for too.
    private static let tableLock = "LOCK TABLE account_flow_accounts IN EXCLUSIVE MODE"

    /// What an insertion throws when it is cancelled, or its time is over.
    private static let busy = AccountInsertionError.storage(StorageError(store: .accounts, reason: .busy))

    /// What the server logs for a statement that it was asked to cancel.
    private static let cancellation = "canceling statement due to user request"

    @Test func `changes that share a connection and are cancelled are not made later`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server)
        let text = proxy.connectionString
        let accounts = PostgreSQLDatabase(text, connections: 1, patience: .seconds(60)).accounts
        // The second time, the connection is open, and the statement is prepared.
        for number in 0..<2 {
            proxy.fault = .none
            try await accounts.insert(.stub(id: .stub("person\(number)")))
        }
        let size = proxy.byteCount(.toServer)
        let process = "SELECT pid FROM pg_stat_activity WHERE application_name = 'AccountFlow'"
        let first = try await server.query(process)
        try await withLockedAccounts(of: server, by: Self.tableLock) {
            proxy.fault = .none
            let insertions = (2..<6).map { number in
                Task { try await accounts.insert(.stub(id: .stub("person\(number)"))) }
            }
            // The server executes the first one, and has the others.
            while proxy.byteCount(.toServer) < 4 * size { await Task.yield() }
            try await server.wait(for: Self.active + " AND wait_event_type = 'Lock'", toReturn: "1")
            for insertion in insertions { insertion.cancel() }
            for insertion in insertions { await #expect(throws: Self.busy) { try await insertion.value } }
            try await server.wait(for: Self.active, toReturn: "0")
        }
        #expect(try await accounts.count() == 2)
        // A connection that is closed leaves its other statements to the server.
        #expect(try await server.query(process) == first)
    }

    @Test func `the server goes on with a change although a later one on its connection is cancelled`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server)
        let accounts = PostgreSQLDatabase(proxy.connectionString, connections: 1, patience: .seconds(60)).accounts
        try await accounts.insert(.stub(id: .stub("first")))
        try await withLockedAccounts(of: server, by: Self.tableLock) {
            let change = Task { try await accounts.insert(.stub(id: .stub("second"))) }
            try await server.wait(for: Self.active + " AND wait_event_type = 'Lock'", toReturn: "1")
            proxy.fault = .none
            let later = Task { try await accounts.insert(.stub(id: .stub("third"))) }
            while proxy.byteCount(.toServer) == 0 { await Task.yield() }
            later.cancel()
            await #expect(throws: Self.busy) { try await later.value }
            #expect(try !server.log.contains(Self.cancellation))
            try await server.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
            )
            try await change.value
        }
        #expect(try !server.log.contains(Self.cancellation))
        #expect(try await accounts.contains(.stub("second")))
    }

    @Test func `a cancelled change ends as soon as the server has ended it`() async throws {
        let server = try await PostgreSQLServer.start()
        let accounts = PostgreSQLDatabase(server.connectionString, connections: 1, patience: .seconds(60)).accounts
        try await accounts.insert(.stub())
        var fastest = Duration.seconds(60)
        try await withLockedAccounts(of: server, by: Self.tableLock) {
            // A busy machine may be late. Without an answer, the call would wait for 60 milliseconds.
            for number in 0..<100 where fastest >= .milliseconds(60) {
                let insertion = Task { try await accounts.insert(.stub(id: .stub("person\(number)"))) }
                try await server.wait(for: Self.active + " AND wait_event_type = 'Lock'", toReturn: "1")
                let time = await ContinuousClock().measure {
                    insertion.cancel()
                    await #expect(throws: Self.busy) { try await insertion.value }
                }
                fastest = min(fastest, time)
            }
        }
        #expect(fastest < .milliseconds(60))
    }

    @Test func `a change whose time is over while another one ahead runs is cancelled at the server`() async throws {
        let server = try await PostgreSQLServer.start()
        // The server ends a statement after 5 seconds, and the time of both is over after 7.
        let accounts = PostgreSQLDatabase(server.connectionString, connections: 1, patience: .seconds(20)).accounts
        // Otherwise, preparing the statement would wait for the lock.
        try await accounts.insert(.stub())
        try await withLockedAccounts(of: server, by: Self.tableLock) {
            let insertions = (0..<2).map { number in
                Task { try await accounts.insert(.stub(id: .stub("person\(number)"))) }
            }
            for insertion in insertions { await #expect(throws: Self.busy) { try await insertion.value } }
            try await server.wait(for: Self.active, toReturn: "0")
        }
        #expect(try server.log.contains(Self.cancellation))
        #expect(try await accounts.count() == 1)
    }

    @Test func `a cancelled call ends within 100 milliseconds, also if the server does not answer`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server)
        let text = proxy.connectionString + (try await server.makeSchema())
        let accounts = PostgreSQLDatabase(text, connections: 1, patience: .seconds(60)).accounts
        var fastest = Duration.seconds(60)
        // A busy machine may be late.
        for _ in 0..<100 where fastest >= .milliseconds(100) {
            proxy.fault = .none
            _ = try await accounts.find(.stub())
            proxy.fault = .hold(.toClient, after: 0)
            let call = Task { try await accounts.find(.stub()) }
            await proxy.waitForFault()
            let time = await ContinuousClock().measure {
                call.cancel()
                await #expect(throws: StorageError(store: .accounts, reason: .busy)) { try await call.value }
            }
            fastest = min(fastest, time)
        }
        #expect(fastest < .milliseconds(100))
    }

    @Test func `a cancelled change ends although the server does not answer`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server)
        let accounts = PostgreSQLDatabase(proxy.connectionString + (try await server.makeSchema())).accounts
        try await accounts.insert(.stub())
        proxy.fault = .hold(.toClient, after: 0)
        let change = Task { try await accounts.delete(.stub()) }
        await proxy.waitForFault()
        change.cancel()
        await #expect(throws: StorageError(store: .accounts, reason: .busy)) { try await change.value }
        proxy.fault = .none
        _ = try await accounts.find(.stub())
    }

    @Test func `cancellations that the server does not answer take one thread, and hold up no other task`()
        async throws
    {
        let server = try await PostgreSQLServer.start()
        let accounts = PostgreSQLDatabase(
            server.connectionString,
            connections: 8,
            patience: .seconds(60),
            library: PostgreSQLLibrary(cancellingWith: SilentCancellation.function)
        ).accounts
        #expect(try await accounts.count() == 0)
        try await withLockedAccounts(of: server, by: Self.tableLock) {
            var insertions: [Task<Void, any Error>] = []
            repeat {
                let id = AccountID.stub("user\(insertions.count)")
                insertions.append(Task { try await accounts.insert(.stub(id: id)) })
            } while try await server.query(Self.active + " AND wait_event_type = 'Lock'") != "8"
            for insertion in insertions { insertion.cancel() }
            for insertion in insertions { await #expect(throws: Self.busy) { try await insertion.value } }
            #expect(try await accounts.count() == 0)
        }
        SilentCancellation.end()
        #expect(SilentCancellation.mostAtOnce == 1)
    }

    @Test func `a call that is cancelled before it starts does nothing`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let accounts = PostgreSQLDatabase(server.connectionString + (try await server.makeSchema())).accounts
        for _ in 0..<2 {
            let insertion = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await accounts.insert(.stub())
            }
            await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .busy))) {
                try await insertion.value
            }
            #expect(try await accounts.count() == 0)
        }
    }

    @Test func `a change that waits for a lock for too long is busy`() async throws {
        let server = try await PostgreSQLServer.start()
        let accounts = PostgreSQLDatabase(server.connectionString, patience: .seconds(60)).accounts
        try await accounts.insert(.stub())
        let impatient = PostgreSQLDatabase(server.connectionString, patience: .seconds(1)).accounts
        try await withLockedAccounts(of: server) {
            await #expect(throws: StorageError(store: .accounts, reason: .busy)) { try await impatient.delete(.stub()) }
            try await server.wait(for: Self.active, toReturn: "0")
        }
        #expect(try server.log.contains("canceling statement due to statement timeout"))
        #expect(try await accounts.delete(.stub()))
    }

    @Test func `a call that is cancelled while no server can be reached is busy`() async throws {
        let proxy = try PostgreSQLProxy(try await PostgreSQLServer.shared.value, fault: .refuse)
        let accounts = PostgreSQLDatabase(proxy.connectionString, patience: .seconds(600)).accounts
        let call = Task { try await accounts.count() }
        while proxy.connectionCount < 3 { await Task.yield() }
        call.cancel()
        await #expect(throws: StorageError(store: .accounts, reason: .busy)) { try await call.value }
    }
}

/// A function of libpq that waits for a server without an answer, as `PQcancel` does.
private enum SilentCancellation {
    private static let waiting = Mutex((now: 0, most: 0))

    /// The silence of the server.
    private static let silence = {
        let silence = DispatchGroup()
        silence.enter()
        return silence
    }()

    static let function: PostgreSQLLibrary.Cancel = { _, _, _ in
        waiting.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        silence.wait()
        waiting.withLock { $0.now -= 1 }
        return 0
    }

    /// The largest number of threads that have waited at the same time.
    static var mostAtOnce: Int { waiting.withLock { $0.most } }

    /// Ends all cancellations, also those that have not begun.
    static func end() { silence.leave() }
}
