#if canImport(PostgreSQLSupport)
import App
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import Validation

/// The cost of accounts in PostgreSQL, beside libpq in a bare loop and pgbench, on a server of its own.
struct PostgreSQLScenario {
    let table: Table

    /// The argument of a process that prints its peak memory.
    static let memoryArgument = "postgresql-memory"

    /// Results of a round, per second.
    private enum Name: String, CaseIterable {
        case bareInsertion = "floor: libpq, insertions of one writer"
        case handedInsertion = "floor: insertions on a thread, with profiles as JSON"
        case insertion = "insertions of one writer"
        case insertions = "insertions of 64 tasks"
        case pgbench = "peer: pgbench, 64 clients in pipeline mode"
        case bareLookup = "floor: libpq, look-ups one after the other"
        case handedLookup = "floor: look-ups on a thread, with profiles as JSON"
        case lookup = "look-ups one after the other"
        case lookups = "look-ups of 64 tasks"
    }

    func run() async throws {
        guard PostgreSQLPrograms.folder != nil else {
            return table.section("skipped, because TEST_POSTGRESQL does not name the folder of initdb")
        }
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        let repository = PostgreSQLAccountRepository(database)
        let bare = try await Self.fill(server, repository, 1...100_000)
        try await rates(server, repository, bare)
        try await cancellation(server, repository)
        try await signUp(server, database, bare)
        try await memory(server)
        database.close()
    }

    // MARK: Statements

    private func rates(
        _ server: PostgreSQLServer,
        _ repository: PostgreSQLAccountRepository,
        _ bare: BarePostgreSQL
    ) async throws {
        table.section("100,000 accounts, medians of 5, per second")
        let handover = try PostgreSQLHandover(server.connectionString)
        var rates = Rounds<Name, Double>()
        let (few, many, tasks) = (300, 3_000, 64)
        let ids = (0..<tasks * many / 8).map(AccountID.scattered)
        var next = 10_000_000
        // The first round is a warm-up and is not recorded.
        for _ in 0...5 {
            let (one, two, three, four) = (next, next + few, next + 2 * few, next + 3 * few)
            next += 3 * few + many * tasks
            // Their making is not measured.
            let own = (two..<three).map(Account.numbered)
            let shared = (four..<four + tasks * few / 4).map(Account.numbered)
            rates.add(.bareInsertion, try await perSecond(few) { try bare.insert(one + $0) })
            rates.add(.handedInsertion, try await perSecond(few) { try await handover.insert(three + $0) })
            rates.add(.insertion, try await perSecond(few) { try await repository.insert(own[$0]) })
            rates.add(
                .insertions,
                try await perSecond(tasks: tasks, each: few / 4) { try await repository.insert(shared[$0]) }
            )
            rates.add(.pgbench, try await Self.pgbench(server, clients: tasks, transactions: few / 4))
            rates.add(.bareLookup, try await perSecond(many) { try bare.find(1 + $0 &* 7_919 % 100_000) })
            rates.add(
                .handedLookup,
                try await perSecond(many) { try await handover.find(1 + $0 &* 7_919 % 100_000) }
            )
            rates.add(
                .lookup,
                try await perSecond(many) { blackHole(try await repository.find(ids[$0])) }
            )
            rates.add(
                .lookups,
                try await perSecond(tasks: tasks, each: many / 8) {
                    blackHole(try await repository.find(ids[$0]))
                }
            )
        }
        for name in Name.allCases { table.samples(name.rawValue, rates[name], "per second") }
        func ratios(_ name: Name, to other: Name) -> [Double] { rates.ratios(of: name, to: other, \.self) }
        table.goal("insertions of one writer, to libpq", ratios(.insertion, to: .bareInsertion), atLeast: 0.9)
        table.samples("the same, to the floor on a thread", ratios(.insertion, to: .handedInsertion), "×")
        table.goal("insertions of 64 tasks, to one", ratios(.insertions, to: .insertion), atLeast: 5)
        table.goal("insertions of 64 tasks, to pgbench", ratios(.insertions, to: .pgbench), atLeast: 0.8)
        table.goal("look-ups one after the other, to libpq", ratios(.lookup, to: .bareLookup), atLeast: 0.85)
        table.samples("the same, to the floor on a thread", ratios(.lookup, to: .handedLookup), "×")
        table.goal("look-ups of 64 tasks, to libpq", ratios(.lookups, to: .bareLookup), atLeast: 0.85)
    }

    /// Returns the insertions per second of pgbench, whose clients have a connection each.
    private static func pgbench(_ server: PostgreSQLServer, clients: Int, transactions: Int) async throws -> Double {
        let statement = ["int8send(:key)", ":change::bigint", "'user' || :key"].enumerated()
            .reduce(BarePostgreSQL.insertion) { $0.replacing("$\($1.offset + 1)::", with: "(\($1.element))::") }
            .replacing("$4::", with: "'00000000000000000000000000000000'::")
            .replacing("$5::", with: #"'{"nickname":"nick"}'::"#)
            .replacing("$6::", with: "'$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'::")
            .replacing("$7::", with: "NULL::").replacing("$8::", with: "NULL::").replacing("$9::", with: "0::")
            .replacing("\n", with: " ")
        let script = """
            \\set key random(1, 9000000000000000)
            \\set change random(1, 9000000000000000)
            \\startpipeline
            \(statement);
            \\endpipeline

            """
        let file = FileManager.default.temporaryDirectory.appending(path: "pgbench-\(UUID().uuidString).sql")
        try Data(script.utf8).write(to: file)
        // The system removes it in time if this fails.
        defer { _ = try? FileManager.default.removeItem(at: file) }
        let output = try await PostgreSQLPrograms.run(
            "pgbench",
            [
                "--no-vacuum", "--protocol", "prepared", "--file", file.path(), "--client", "\(clients)", "--jobs", "2",
                "--transactions", "\(transactions)", server.connectionString,
            ]
        )
        let words = output.split { $0 == " " || $0 == "\n" }.map(String.init)
        guard let place = words.firstIndex(of: "tps"), words.count > place + 2, let rate = Double(words[place + 2])
        else {
            throw POSIXError(.EIO)
        }
        return rate
    }

    // MARK: Cancellation

    private func cancellation(_ server: PostgreSQLServer, _ repository: PostgreSQLAccountRepository) async throws {
        table.section("a change that waits for a lock")
        let account = "SELECT key FROM account_flow_accounts WHERE id = 'user0@example.com' FOR UPDATE"
        let lock = Task { try await server.query(account + "; SELECT pg_sleep(600)") }
        let sleeping = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        try await server.wait(for: "SELECT count(*) " + sleeping, toReturn: "1")
        var times: [Double] = []
        for _ in 0..<9 {
            let deletion = Task { try await repository.delete(.numbered(0)) }
            try await server.wait(for: waiting, toReturn: "1")
            let start = ContinuousClock.now
            deletion.cancel()
            // It throws, because it was cancelled.
            _ = try? await deletion.value
            times.append((ContinuousClock.now - start).seconds * 1e3)
            try await server.wait(for: waiting, toReturn: "0")
        }
        table.goal("from its cancellation to its end", times, atMost: 100, unit: "ms")
        try await server.query("SELECT pg_terminate_backend(pid) " + sleeping)
        // The query of the lock fails.
        _ = try? await lock.value
    }

    // MARK: Sign-up

    private func signUp(
        _ server: PostgreSQLServer,
        _ database: PostgreSQLDatabase,
        _ bare: BarePostgreSQL
    ) async throws {
        table.section("a sign-up with the least costly hash, medians of 5")
        var configuration = AppConfiguration.start
        configuration.hashingCost = .minimal
        let app = AppComposition(configuration, repositories: Repositories(database: database, sessions: .inMemory))
        let (hasher, handover) = (LocalPasswordHasher(cost: .minimal), try PostgreSQLHandover(server.connectionString))
        var times = Rounds<String, Double>()
        let (whole, hash, trips) = ("sign-up", "floor: hash", "floor: libpq, account and event inserted, two look-ups")
        let handed = "floor: the same on a thread, with profiles as JSON"
        // The first round is a warm-up and is not recorded.
        for round in 0...5 {
            let numbers = (0..<60).map { 1_000_000_000 + round * 60 + $0 }
            // In turn, because the disk varies.
            var sums = [whole: 0.0, hash: 0.0, trips: 0.0, handed: 0.0]
            for number in numbers {
                func add(_ name: String, _ work: () async throws -> Void) async rethrows {
                    sums[name, default: 0] += try await ContinuousClock().measure(work).seconds * 1e3
                }
                let form = AccountForm([
                    .id: "user\(number)@gmail.com", .password: "password1", .confirmation: "password1",
                    .nickname: "Kim",
                ])
                try await add(whole) { blackHole(try await app.signUp(form, remember: false)) }
                try await add(hash) { blackHole(try await hasher.hash(Password("password1"))) }
                try await add(trips) {
                    try bare.insert(number)
                    try bare.record(number)
                    for _ in 0..<2 { try bare.find(number) }
                }
                try await add(handed) {
                    try await handover.insert(number + 1_000_000)
                    try await handover.record(number + 1_000_000)
                    for _ in 0..<2 { try await handover.find(number) }
                }
                blackHole(await app.signOut())
            }
            for (name, sum) in sums { times.add(name, sum / Double(numbers.count)) }
        }
        for name in [whole, hash, trips, handed] { table.samples(name, times[name], "ms") }
        func overhead(above trips: String) -> [Double] {
            zip(times[whole], zip(times[hash], times[trips])).map { $0 - $1.0 - $1.1 }
        }
        table.goal("sign-up, above its hash and its round trips", overhead(above: trips), atMost: 0.2, unit: "ms")
        table.samples("the same, above the floor on a thread", overhead(above: handed), "ms")
    }

    // MARK: Memory

    private func memory(_ server: PostgreSQLServer) async throws {
        let repository = PostgreSQLAccountRepository(PostgreSQLDatabase(server.connectionString))
        table.section("peak memory of 1,000 look-ups and 100 pages of 1,000, above nothing")
        var medians: [Double] = []
        for count in [100_000, 1_000_000] {
            if count > 100_000 { _ = try await Self.fill(server, repository, 100_001...count) }
            var growth: [Double] = []
            // The first process is a warm-up and is not recorded.
            for _ in 0...3 {
                guard let nothing = try FreshProcess.number([Self.memoryArgument]),
                    let used = try FreshProcess.number([Self.memoryArgument, server.connectionString, "\(count)"])
                else { return }
                growth.append((used - nothing) / 1_024)
            }
            medians.append(Array(growth.dropFirst()).median)
            table.goal("among \(count) accounts", Array(growth.dropFirst()), atMost: 24, unit: "MiB")
        }
        table.goal("among 1,000,000, to 100,000", [medians[1] / medians[0]], atMost: 1.2)
    }

    /// Looks accounts up and reads pages, and prints the peak memory, in a new process.
    static func memory(_ arguments: [String]) async throws {
        if arguments.count == 2, let count = Int(arguments[1]) {
            let repository = PostgreSQLAccountRepository(PostgreSQLDatabase(arguments[0]))
            for number in 0..<1_000 { blackHole(try await repository.find(.numbered(1 + number &* 7_919 % count))) }
            var place: AccountID?
            for _ in 0..<100 { place = try await repository.page(after: place, limit: 1_000).last?.id }
        }
        print(BenchmarkDisk.mostMemory)
    }

    /// Copies an account to those with other numbers, within the server, and returns a connection.
    private static func fill(
        _ server: PostgreSQLServer,
        _ repository: PostgreSQLAccountRepository,
        _ numbers: ClosedRange<Int>
    ) async throws -> BarePostgreSQL {
        if try await repository.find(.numbered(0)) == nil { try await repository.insert(.numbered(0)) }
        try await server.query(
            """
            INSERT INTO account_flow_accounts
            (key, id, change, registration, profile, password_hash, recovery_hash, totp, created_at)
            SELECT convert_to('user' || n || '@example.com', 'UTF8'), 'user' || n || '@example.com', to_hex(n),
            registration, profile, password_hash, recovery_hash, totp, created_at
            FROM account_flow_accounts, generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS n
            WHERE id = 'user0@example.com'
            """
        )
        try await server.query("VACUUM ANALYZE account_flow_accounts")
        return try BarePostgreSQL(server.connectionString)
    }
}

extension AccountID {
    /// Returns one of 100,000 IDs, far from that of the number before.
    fileprivate static func scattered(_ number: Int) -> AccountID { .numbered(1 + number &* 7_919 % 100_000) }
}
#endif
