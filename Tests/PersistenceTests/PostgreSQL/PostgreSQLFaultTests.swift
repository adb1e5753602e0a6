import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import Synchronization
import TestSupport
import Testing

/// Tests of the stores in PostgreSQL when the connection or the server fails.
@Suite(.postgreSQL, .timeLimit(.minutes(20)))
struct PostgreSQLFaultTests {
    @Test(arguments: StoredChange.allCases, PostgreSQLProxy.Direction.allCases)
    func `a change is made exactly once, wherever the connection is cut`(
        change: StoredChange,
        direction: PostgreSQLProxy.Direction
    ) async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server)
        let schema = try await server.makeSchema()
        let direct = PostgreSQLDatabase(server.connectionString + schema, connections: 1, patience: .seconds(60))
        /// Makes the change over the proxy with a fault, and returns what is wrong.
        func violation(_ fault: PostgreSQLProxy.Fault) async throws -> String? {
            let events = try await change.prepare(direct)
            proxy.fault = fault
            let database = PostgreSQLDatabase(proxy.connectionString + schema, connections: 1, patience: .seconds(60))
            if let violation = try await change.make(in: database) { return violation }
            return try await change.violation(in: direct, after: events)
        }
        // The second time, the database is in the state of all later times.
        for _ in 0..<2 { #expect(try await violation(.none) == nil) }
        let bytes = proxy.byteCount(direction)
        let step = max(bytes / Thoroughness.count(12, change: 60, soak: bytes), 1)
        for place in stride(from: 0, to: bytes, by: step) {
            let violation = try await violation(.cut(direction, after: place))
            #expect(violation == nil, "\(change), \(direction), after \(place) of \(bytes) bytes")
        }
    }

    /// A change whose answer the proxy withholds: the server has made it, and the caller does not know.
    private struct Unanswered {
        let proxy: PostgreSQLProxy
        /// A database whose connection does not lead over the proxy.
        let other: PostgreSQLDatabase
        let result: Task<String?, any Error>
        init(_ change: StoredChange, of account: Account? = .stub(passwordHash: PasswordHash(""))) async throws {
            let server = try await PostgreSQLServer.shared.value
            let schema = try await server.makeSchema()
            proxy = try PostgreSQLProxy(server)
            other = PostgreSQLDatabase(server.connectionString + schema, connections: 1)
            let database = PostgreSQLDatabase(proxy.connectionString + schema, connections: 1, patience: .seconds(60))
            // The first time, the connection is opened and prepares the statements, and every 5 seconds it looks at the
            // version of the schema.
            var bytes = Int.max
            for _ in 0..<4 {
                try await change.prepare(other)
                proxy.fault = .none
                _ = try await change.make(in: database)
                bytes = min(bytes, proxy.byteCount(.toClient))
            }
            try await change.prepare(other)
            proxy.fault = .hold(.toClient, after: bytes - 1)
            result = Task { try await change.make(in: database) }
            await proxy.waitForFault()
        }
        /// Loses the answer, and returns what is wrong with the result.
        func end() async throws -> String? {
            // In this order, the proxy does not pass the rest of the answer.
            proxy.cutAll()
            proxy.fault = .none
            return try await result.value
        }
    }

    @Test func `an account whose insertion was not answered is not inserted again after its deletion`() async throws {
        let unanswered = try await Unanswered(.insert)
        #expect(try await unanswered.other.accounts.delete(.stub()))
        #expect(try await unanswered.end() == nil)
        #expect(try await unanswered.other.accounts.count() == 0)
    }

    @Test func `an account whose insertion was not answered is known as its own after a change`() async throws {
        let unanswered = try await Unanswered(.insert)
        try await unanswered.other.accounts.update(.stub()) { $0.passwordHash = PasswordHash("later") }
        #expect(try await unanswered.end() == nil)
        #expect(try await unanswered.other.accounts.find(.stub())?.passwordHash == PasswordHash("later"))
    }

    @Test func `a change that was not answered is not made again after another one`() async throws {
        let unanswered = try await Unanswered(.update)
        for _ in 0..<3 { #expect(try await StoredChange.update.make(in: unanswered.other) == nil) }
        #expect(try await unanswered.end() == nil)
        #expect(try await unanswered.other.accounts.find(.stub())?.passwordHash == PasswordHash("xxxx"))
    }

    @Test func `a deletion that was not answered leaves an account that was registered since`() async throws {
        let unanswered = try await Unanswered(.delete)
        let later = Account.stub(passwordHash: PasswordHash("later"))
        try await unanswered.other.accounts.insert(later)
        #expect(try await unanswered.end() == nil)
        #expect(try await unanswered.other.accounts.find(.stub()) == later)
    }

    @Test func `an attempt that was not answered is not counted again after another one`() async throws {
        let unanswered = try await Unanswered(.attempt)
        let tag = AccountTag(.stub())
        let attempts = unanswered.other.attempts
        let counted = try await attempts.update { $0.accounts[tag]?.failures } ?? 0
        _ = try await attempts.update(of: tag) { $0.begin(tag, at: .stub + 9, policy: .standard) }
        #expect(try await unanswered.end() == nil)
        #expect(try await attempts.update { $0.accounts[tag]?.failures } == counted + 1)
    }

    @Test func `consents whose recording was not answered are not recorded again after their removal`() async throws {
        let unanswered = try await Unanswered(.record)
        try await unanswered.other.consents.removeAll(of: .stub())
        #expect(try await unanswered.end() == nil)
        #expect(try await unanswered.other.consents.all() == [])
    }

    @Test func `a deletion that did not arrive is not that of another caller who deletes the account`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let schema = try await server.makeSchema()
        let other = PostgreSQLDatabase(server.connectionString + schema, connections: 1)
        let proxy = try PostgreSQLProxy(server)
        let accounts = PostgreSQLDatabase(proxy.connectionString + schema, patience: .seconds(60)).accounts
        try await other.accounts.insert(.stub())
        try await accounts.delete(.stub())
        try await other.accounts.insert(.stub())
        proxy.fault = .none
        _ = try await accounts.find(.stub())
        // A deletion finds the account first.
        proxy.fault = .hold(.toServer, after: proxy.byteCount(.toServer) + 1)
        let deletion = Task { try await accounts.delete(.stub()) }
        await proxy.waitForFault()
        #expect(try await other.accounts.delete(.stub()))
        proxy.cutAll()
        proxy.fault = .none
        #expect(try await deletion.value == false)
    }

    @Test(arguments: [PostgreSQLProxy.Fault.halve, .delay(.milliseconds(2))])
    func `a connection that passes bytes slowly or in halves loses nothing`(fault: PostgreSQLProxy.Fault) async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server, fault: fault)
        let database = PostgreSQLDatabase(
            proxy.connectionString + (try await server.makeSchema()),
            connections: 2,
            patience: .seconds(60)
        )
        try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask { try await database.accounts.insert(.stub(id: .stub("person\(number)"))) }
            }
            try await group.waitForAll()
        }
        #expect(try await database.accounts.page(after: nil, limit: 99).count == 32)
    }

    @Test func `a server that refuses all connections is reported, and used again once it accepts them`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let schema = try await server.makeSchema()
        // A server ends a statement after a quarter of the patience, and creating tables takes long on a busy machine.
        try await PostgreSQLDatabase(server.connectionString + schema, patience: .seconds(60)).prepare()
        let proxy = try PostgreSQLProxy(server, fault: .refuse)
        let database = PostgreSQLDatabase(proxy.connectionString + schema, patience: .seconds(5))
        await #expect(throws: StorageError(store: .accounts, reason: .unreachable)) {
            try await database.accounts.find(.stub())
        }
        proxy.fault = .none
        #expect(try await database.accounts.find(.stub()) == nil)
    }

    @Test func `calls go on while the server is restarted`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString, connections: 4, patience: .seconds(60))
        let isDone = Switch(false)
        let writers = (0..<4).map { writer in
            Task {
                var count = 0
                while !isDone.isOn {
                    try await database.accounts.insert(.stub(id: .stub("person\(writer)-\(count)")))
                    count += 1
                }
                return count
            }
        }
        for _ in 0..<2 { try await server.restart() }
        isDone.isOn = true
        var count = 0
        for writer in writers { count += try await writer.value }
        #expect(try await database.accounts.count() == count)
    }

    @Test func `too many connections are busy until one is free`() async throws {
        let server = try await PostgreSQLServer.start(settings: [
            "max_connections": "2", "superuser_reserved_connections": "0", "max_wal_senders": "0",
        ])
        let (first, second) = (
            PostgreSQLDatabase(server.connectionString, connections: 1),
            PostgreSQLDatabase(server.connectionString, connections: 1)
        )
        try await first.prepare()
        try await second.prepare()
        let impatient = PostgreSQLDatabase(server.connectionString, connections: 1, patience: .seconds(1))
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    await #expect(throws: StorageError(store: .accounts, reason: .busy)) {
                        try await impatient.accounts.count()
                    }
                }
            }
        }
        first.close()
        let third = PostgreSQLDatabase(server.connectionString, connections: 1, patience: .seconds(60))
        try await third.accounts.insert(.stub())
        await #expect(throws: StorageError(store: .accounts, reason: .closed)) { try await first.accounts.count() }
    }

    @Test func `a read-only standby answers look-ups and refuses changes`() async throws {
        let primary = try await PostgreSQLServer.start()
        try await PostgreSQLDatabase(primary.connectionString).accounts.insert(.stub())
        let standby = try await primary.startStandby()
        let accounts = PostgreSQLDatabase(standby.connectionString).accounts
        #expect(try await accounts.find(.stub()) == .stub())
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .readOnly))) {
            try await accounts.insert(.stub(id: .stub("other")))
        }
        // Once it is the primary, it accepts them.
        try primary.kill()
        try await standby.promote()
        try await accounts.insert(.stub(id: .stub("other")))
    }

    @Test func `a read-only database refuses many changes at once, each for that reason`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        try await database.accounts.insert(.stub())
        try await server.query("ALTER DATABASE accounts SET default_transaction_read_only = on")
        try server.kill()
        try await server.start()
        let reasons = await withTaskGroup { group in
            for number in 0..<256 {
                group.addTask {
                    do throws(AccountInsertionError) {
                        try await database.accounts.insert(.stub(id: .stub("person\(number)")))
                        return StorageError.Reason?.none
                    } catch {
                        return if case .storage(let error) = error { error.reason } else { .corrupt }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(reasons) == [.readOnly])
    }

    @Test func `a look-up whose answer was lost is repeated on a read-only standby`() async throws {
        let primary = try await PostgreSQLServer.start()
        try await PostgreSQLDatabase(primary.connectionString).accounts.insert(.stub())
        let standby = try await primary.startStandby()
        let proxy = try PostgreSQLProxy(standby)
        let accounts = PostgreSQLDatabase(proxy.connectionString, connections: 1, patience: .seconds(60)).accounts
        #expect(try await accounts.find(.stub()) == .stub())
        proxy.fault = .cut(.toClient, after: 0)
        #expect(try await accounts.find(.stub()) == .stub())
        #expect(proxy.connectionCount == 2)
    }

    @Test(.enabled("this user may not mount a disk") { try await PostgreSQLServer.canMountDisks })
    func `a full disk is reported until there is space`() async throws {
        let server = try await PostgreSQLServer.start()
        try await server.putNewTablesOnSmallDisk(megabytes: 4)
        let accounts = PostgreSQLDatabase(server.connectionString).accounts
        try await accounts.insert(.stub())
        try server.fillSmallDisk()
        let hash = PasswordHash(String(repeating: "x", count: 2_000))
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .full))) {
            for number in 0..<100 {
                try await accounts.insert(.stub(id: .stub("person\(number)"), passwordHash: hash))
            }
        }
        #expect(try await accounts.find(.stub()) == .stub())
        try server.freeSmallDisk()
        try await accounts.insert(.stub(id: .stub("last"), passwordHash: hash))
    }

    /// The second level hides warnings, unless the package asks for them.
    @Test(arguments: ["notice", "error"])
    func `a change is not acknowledged before the standby has it, also if its wait is cancelled`(
        messages: String
    ) async throws {
        let primary = try await PostgreSQLServer.start()
        try await primary.query("ALTER DATABASE accounts SET client_min_messages = \(messages)")
        let database = PostgreSQLDatabase(primary.connectionString, connections: 1, patience: .seconds(60))
        try await database.prepare()
        let standby = try await primary.startStandby()
        try await standby.stop(.immediate)
        let isAcknowledged = Switch(false)
        let insertion = Task {
            try await database.accounts.insert(.stub())
            isAcknowledged.isOn = true
        }
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await primary.wait(for: waiting, toReturn: "1")
        // As the cancellation of another task on the same connection does.
        try await primary.query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        try await primary.wait(for: waiting, toReturn: "1")
        #expect(try await primary.query("SELECT count(*) FROM account_flow_accounts") == "1")
        #expect(!isAcknowledged.isOn)
        try await standby.start()
        try await insertion.value
        #expect(try await standby.query("SELECT count(*) FROM account_flow_accounts") == "1")
    }

    @Test func `changes whose standby is away keep no connection of the server`() async throws {
        let primary = try await PostgreSQLServer.start()
        try await PostgreSQLDatabase(primary.connectionString, patience: .seconds(60)).prepare()
        let database = PostgreSQLDatabase(primary.connectionString, connections: 4, patience: .seconds(3))
        let standby = try await primary.startStandby()
        try await standby.stop(.immediate)
        let insertions = (0..<8).map { number in
            Task { try await database.accounts.insert(.stub(id: .stub("person\(number)"))) }
        }
        for insertion in insertions { await #expect(throws: AccountInsertionError.self) { try await insertion.value } }
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        try await primary.wait(for: waiting, toReturn: "0")
    }

    @Test func `a warning of a trigger neither fails an insertion nor repeats it`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString, connections: 1, patience: .seconds(60))
        try await database.prepare()
        try await server.query(
            """
            CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE WARNING USING MESSAGE = 'canary', ERRCODE = '01000'; RETURN NEW; END $$;
            CREATE TRIGGER warn BEFORE INSERT ON account_flow_accounts FOR EACH ROW EXECUTE FUNCTION warn()
            """
        )
        try await database.accounts.insert(.stub())
        #expect(try server.log.components(separatedBy: "WARNING:  canary").count == 2)
        // A change that is repeated leaves a mark.
        #expect(try await server.query("SELECT count(*) FROM account_flow_changes") == "0")
    }

    @Test func `wrong passwords, databases and connection strings are told apart`() async throws {
        let server = try await PostgreSQLServer.start(password: "secret")
        let folder = [server.socketFolder]
        func reason(of text: String, patience: Duration = .seconds(60)) async -> StorageError.Reason? {
            do {
                _ = try await PostgreSQLDatabase(text, patience: patience).accounts.count()
                return nil
            } catch {
                return error.reason
            }
        }
        for time in ["99999999", "0", "-1", "1"] {
            #expect(await reason(of: server.connectionString + "&connect_timeout=" + time) == nil)
        }
        let file = server.socketFolder + "/passwords"
        try Data("*:*:*:*:other".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let own = PostgreSQLServer.connectionString(socketFolders: folder, password: nil) + "&passfile=" + file
        #expect(await reason(of: own) == .notPermitted)
        let other = PostgreSQLServer.connectionString(socketFolders: folder, password: "other")
        #expect(await reason(of: other) == .notPermitted)
        let missing = PostgreSQLServer.connectionString(socketFolders: folder, password: "secret", database: "none")
        #expect(await reason(of: missing) == .failed(code: ENOENT))
        let mistakes = [
            "postgresql://kim@[", "sslmode", "host=/tmp nonsense=1", "host=/tmp sslmode=verify_full",
            "host=/tmp port=99999", "host=/tmp,/ port=1,2,3", "host=/tmp target_session_attrs=readwrite",
            "host=/tmp gssencmode=no", "host=127.0.0.1 port=1 keepalives_idle=often", "host=/tmp connect_timeout=often",
        ]
        for text in mistakes {
            #expect(await reason(of: text) == .failed(code: EINVAL), "\(text)")
        }
        // A file system has no server, and a network needs a certificate.
        #expect(await reason(of: "host=/nowhere", patience: .seconds(1)) == .unreachable)
        // A mark makes one character of itself and the quotation mark.
        try await server.query("ALTER USER accounts PASSWORD 'a''\u{301}b'")
        let marked = PostgreSQLServer.connectionString(socketFolders: folder, password: "a%27%CC%81b")
        #expect(await reason(of: marked) == nil)
    }

    @Test func `a server that is too old is refused`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let library = PostgreSQLLibrary(ofOldServer: true)
        let database = PostgreSQLDatabase(server.connectionString, library: library)
        await #expect(throws: StorageError(store: .accounts, reason: .failed(code: ENOTSUP))) {
            try await database.prepare()
        }
    }

    @Test func `a database that does not store UTF-8 is refused`() async throws {
        let server = try await PostgreSQLServer.shared.value
        for encoding in ["LATIN1", "SQL_ASCII"] {
            let name = "other_" + encoding.lowercased()
            let locale = "LOCALE_PROVIDER libc LOCALE 'C'"
            try await server.query("CREATE DATABASE \(name) ENCODING '\(encoding)' \(locale) TEMPLATE template0")
            let folders = [server.socketFolder]
            let text = PostgreSQLServer.connectionString(socketFolders: folders, password: nil, database: name)
            await #expect(throws: StorageError(store: .accounts, reason: .failed(code: EILSEQ))) {
                try await PostgreSQLDatabase(text).prepare()
            }
        }
    }

    @Test func `simultaneous changes in serializable transactions are all made`() async throws {
        let server = try await PostgreSQLServer.start()
        try await server.query("ALTER DATABASE accounts SET default_transaction_isolation = 'serializable'")
        let database = PostgreSQLDatabase(server.connectionString, connections: 8, patience: .seconds(60))
        try await database.accounts.insert(.stub(passwordHash: PasswordHash("")))
        try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<4 { _ = try await StoredChange.update.make(in: database) }
                }
            }
            try await group.waitForAll()
        }
        let hash = try await database.accounts.find(.stub())?.passwordHash
        #expect(hash == PasswordHash(String(repeating: "x", count: 64)))
        #expect(try server.log.contains("could not serialize access"))
    }

    @Test func `a change that the server ends because of a deadlock is made all the same`() async throws {
        let server = try await PostgreSQLServer.start(settings: ["deadlock_timeout": "2s"])
        let accounts = PostgreSQLDatabase(server.connectionString, patience: .seconds(60)).accounts
        try await accounts.insert(.stub(passwordHash: PasswordHash("")))
        // It waits for the change, which waits for it, and lets the server look for deadlocks there.
        let other = Task {
            try await server.query(
                """
                SET deadlock_timeout = '10min';
                BEGIN;
                SELECT change FROM account_flow_accounts FOR UPDATE;
                DO $$ BEGIN
                    WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted) LOOP PERFORM pg_sleep(0.01); END LOOP;
                END $$;
                INSERT INTO account_flow_changes SELECT change, '' FROM account_flow_accounts;
                ROLLBACK
                """
            )
        }
        try await server.wait(for: "SELECT count(*) > 0 FROM pg_locks WHERE mode = 'RowShareLock'", toReturn: "t")
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash($0.passwordHash.revealed + "x") }
        _ = try await other.value
        #expect(try server.log.contains("deadlock detected"))
        #expect(try await accounts.find(.stub())?.passwordHash == PasswordHash("x"))
    }

    @Test func `several servers prepare a database at once`() async throws {
        let server = try await PostgreSQLServer.shared.value
        for _ in 0..<Thoroughness.count(2, change: 5, soak: 40) {
            let text = server.connectionString + (try await server.makeSchema())
            let found = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await PostgreSQLDatabase(text, connections: 1, patience: .seconds(60)).prepare()
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(found.contains(nil))
            #expect(try await PostgreSQLDatabase(text).storedSchemaVersion() == PostgreSQLDatabase.schemaVersion)
        }
    }

    @Test func `a missing schema has no version, and a later one is left as it is`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        #expect(try await database.storedSchemaVersion() == nil)
        #expect(try await database.prepare() == nil)
        #expect(try await database.prepare() == PostgreSQLDatabase.schemaVersion)
        try await server.query("INSERT INTO account_flow_schema VALUES (7)")
        let later = PostgreSQLDatabase(server.connectionString)
        #expect(try await later.storedSchemaVersion() == 7)
        let error = StorageError(store: .accounts, reason: .unsupportedVersion(7))
        await #expect(throws: error) { try await later.prepare() }
        await #expect(throws: error) { try await later.accounts.count() }
    }

    @Test func `an open database is refused after another server has upgraded it`() async throws {
        let server = try await PostgreSQLServer.start()
        let accounts = PostgreSQLDatabase(server.connectionString).accounts
        try await accounts.insert(.stub())
        try await server.query("INSERT INTO account_flow_schema VALUES (7)")
        let refusal = StorageError(store: .accounts, reason: .unsupportedVersion(7))
        // A connection looks again after 5 seconds.
        let deadline = ContinuousClock.now + .seconds(60)
        await #expect(throws: refusal) { while ContinuousClock.now < deadline { _ = try await accounts.count() } }
        await #expect(throws: refusal) { try await accounts.delete(.stub()) }
        #expect(try await server.query("SELECT count(*) FROM account_flow_accounts") == "1")
    }

    @Test func `a warning while a connection is opened is not that of its first change`() async throws {
        let server = try await PostgreSQLServer.start()
        try await PostgreSQLDatabase(server.connectionString).prepare()
        // From PostgreSQL 15 on, the server warns about texts that were sorted by other rules.
        try await server.query("UPDATE pg_database SET datcollversion = '0' WHERE datname = 'accounts'")
        try await PostgreSQLDatabase(server.connectionString).accounts.insert(.stub())
        // A repeated change would add a row. The program `psql` is warned too.
        let output = try await server.query("SELECT count(*) FROM account_flow_changes")
        #expect(output.contains("WARNING") && output.hasSuffix("\n0"))
    }

    @Test func `a table that was removed is reported`() async throws {
        let server = try await PostgreSQLServer.start()
        let database = PostgreSQLDatabase(server.connectionString)
        try await database.accounts.insert(.stub())
        try await server.query("DROP TABLE account_flow_accounts")
        await #expect(throws: StorageError(store: .accounts, reason: .replaced)) { try await database.accounts.count() }
    }
}
