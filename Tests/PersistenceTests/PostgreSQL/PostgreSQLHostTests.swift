import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import TestSupport
import Testing

/// Tests of the choice among several PostgreSQL servers.
@Suite(.postgreSQL, .timeLimit(.minutes(5)))
struct PostgreSQLHostTests {
    /// The parameters of a host that accepts connections and never answers, and of one that does.
    private func hosts(_ proxy: PostgreSQLProxy, _ server: PostgreSQLServer) async throws -> String {
        let folders = [proxy.socketFolder, server.socketFolder]
        let text = PostgreSQLServer.connectionString(socketFolders: folders, password: nil) + "&connect_timeout=2"
        return text + (try await server.makeSchema())
    }

    @Test func `a host that never answers is passed over after its own connect_timeout`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server, fault: .hold(.toClient, after: 0))
        let text = try await hosts(proxy, server)
        var fastest = Duration.seconds(60)
        // A busy machine may be late. Without the parameter, a host has 5 seconds.
        for number in 0..<5 where fastest >= .seconds(5) {
            let accounts = PostgreSQLDatabase(text, connections: 1, patience: .seconds(60)).accounts
            let time = try await ContinuousClock().measure {
                try await accounts.insert(.stub(id: .stub("person\(number)")))
            }
            fastest = min(fastest, time)
            #expect(try await accounts.contains(.stub("person\(number)")))
        }
        #expect(proxy.connectionCount > 0)
        #expect(proxy.byteCount(.toClient) == 0)
        #expect(fastest < .seconds(5))
    }

    @Test func `a connection that does not answer a cancellation is closed, and another host used`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server)
        let text = try await hosts(proxy, server)
        // After a third of the patience, the silence would end the connection.
        let accounts = PostgreSQLDatabase(text, connections: 1, patience: .seconds(180)).accounts
        try await accounts.insert(.stub())
        #expect(proxy.connectionCount == 1)
        proxy.fault = .hold(.toClient, after: 0)
        let call = Task { try await accounts.find(.stub()) }
        await proxy.waitForFault()
        call.cancel()
        await #expect(throws: StorageError(store: .accounts, reason: .busy)) { try await call.value }
        let time = try await ContinuousClock().measure { _ = try await accounts.find(.stub()) }
        #expect(time < .seconds(30))
    }

    @Test func `a primary that has become read-only is left for another host`() async throws {
        let (first, second) = (try await PostgreSQLServer.start(), try await PostgreSQLServer.start())
        let folders = [first.socketFolder, second.socketFolder]
        let text = PostgreSQLServer.connectionString(socketFolders: folders, password: nil)
        let accounts = PostgreSQLDatabase(text, connections: 1, patience: .seconds(60)).accounts
        try await accounts.insert(.stub())
        try await first.change(settings: ["default_transaction_read_only": "on"])
        try await first.wait(for: "SHOW default_transaction_read_only", toReturn: "on")
        try await accounts.insert(.stub(id: .stub("later")))
        #expect(try await first.query("SELECT id FROM account_flow_accounts") == Account.stub().id.text)
        #expect(try await second.query("SELECT id FROM account_flow_accounts") == "later")
    }

    @Test func `a connection to a read-only server is closed, because its name may move to another one`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server)
        let accounts = PostgreSQLDatabase(proxy.connectionString, connections: 1, patience: .seconds(60)).accounts
        try await accounts.insert(.stub())
        #expect(proxy.connectionCount == 1)
        try await server.change(settings: ["default_transaction_read_only": "on"])
        try await server.wait(for: "SHOW default_transaction_read_only", toReturn: "on")
        let readOnly = StorageError(store: .accounts, reason: .readOnly)
        await #expect(throws: readOnly) { try await accounts.delete(.stub()) }
        #expect(try await accounts.contains(.stub()))
        #expect(proxy.connectionCount == 2)
    }

    @Test func `a call that waits for a connection ends when it is cancelled, or the database closed`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server, fault: .hold(.toClient, after: 0))
        let text = try await hosts(proxy, server).replacing("connect_timeout=2", with: "connect_timeout=600")
        let database = PostgreSQLDatabase(text, connections: 1, patience: .seconds(600))
        let calls = (0..<2).map { _ in Task { try await database.accounts.insert(.stub()) } }
        await proxy.waitForFault()
        calls[0].cancel()
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .busy))) {
            try await calls[0].value
        }
        database.close()
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .closed))) {
            try await calls[1].value
        }
        // Nor does a later call open another connection.
        let used = PostgreSQLDatabase(server.connectionString)
        _ = try await used.storedSchemaVersion()
        used.close()
        await #expect(throws: StorageError(store: .accounts, reason: .closed)) { try await used.accounts.count() }
    }

    @Test func `a call finds the new primary although the former one only became silent`() async throws {
        let primary = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(primary)
        let standby = try await primary.startStandby()
        let folders = [proxy.socketFolder, standby.socketFolder]
        let text = PostgreSQLServer.connectionString(socketFolders: folders, password: nil) + "&connect_timeout=2"
        let accounts = PostgreSQLDatabase(text, connections: 4, patience: .seconds(18)).accounts
        try await accounts.insert(.stub())
        // A call that tried all four, one after the other, would take longer than its patience.
        while proxy.connectionCount < 4 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<64 { group.addTask { _ = try await accounts.find(.stub()) } }
                try await group.waitForAll()
            }
        }
        proxy.fault = .hold(.toClient, after: 0)
        try await standby.promote()
        try await accounts.insert(.stub(id: .stub("later")))
        #expect(try await standby.query("SELECT count(*) FROM account_flow_accounts") == "2")
    }

    @Test func `a missing password is refused at once`() async throws {
        let server = try await PostgreSQLServer.start(password: "secret")
        let text = PostgreSQLServer.connectionString(socketFolders: [server.socketFolder], password: nil)
        await #expect(throws: StorageError(store: .accounts, reason: .notPermitted)) {
            try await PostgreSQLDatabase(text, patience: .seconds(600)).accounts.count()
        }
    }

    @Test func `the hosts of PGHOST are tried until one is the primary`() async throws {
        let primary = try await PostgreSQLServer.start()
        let standby = try await primary.startStandby()
        // Connection strings of other tests have a host.
        setenv("PGHOST", standby.socketFolder + "," + primary.socketFolder, 1)
        defer { unsetenv("PGHOST") }
        let accounts = PostgreSQLDatabase("postgresql://accounts@/accounts", patience: .seconds(60)).accounts
        try await accounts.insert(.stub())
        #expect(try await accounts.find(.stub()) == .stub())
    }

    @Test func `the hosts, options and sslmode of a service file are used`() async throws {
        let primary = try await PostgreSQLServer.start()
        let standby = try await primary.startStandby()
        try await primary.query("CREATE SCHEMA other")
        let network = try await PostgreSQLTLSServer()
        // The server's certificate cannot be verified, so `verify-full` would not connect.
        let parameters = network.connectionString(authority: nil).split(separator: ":").last ?? ""
        let (port, root) = (parameters.prefix(while: \.isNumber), parameters.split(separator: "=").last ?? "")
        let folder = TemporaryFolder()
        let file = folder.path + "/services"
        try Data(
            """
            [several]
            host=\(standby.socketFolder),\(primary.socketFolder)
            user=accounts
            dbname=accounts
            options=-csearch_path=other

            [network]
            host=localhost
            port=\(port.prefix { $0.isNumber })
            user=accounts
            password=secret
            dbname=accounts
            sslmode=require
            sslrootcert=\(root)

            """.utf8
        ).write(to: URL(filePath: file))
        // Other tests use no service.
        setenv("PGSERVICEFILE", file, 1)
        defer { unsetenv("PGSERVICEFILE") }
        try await PostgreSQLDatabase("service=several", patience: .seconds(60)).accounts.insert(.stub())
        #expect(try await primary.query("SELECT count(*) FROM other.account_flow_accounts") == "1")
        try await PostgreSQLDatabase("service=network", patience: .seconds(60)).accounts.insert(.stub())
        for (text, reason) in [
            ("service=missing", StorageError.Reason.failed(code: EINVAL)),
            ("postgresql://?service=network&sslmode=verify-full", .notPermitted),
        ] {
            await #expect(throws: StorageError(store: .accounts, reason: reason), "\(text)") {
                try await PostgreSQLDatabase(text, patience: .seconds(1)).accounts.count()
            }
        }
    }

    @Test func `what one server says is reported rather than that another one cannot be reached`() async throws {
        let server = try await PostgreSQLServer.start(password: "secret")
        for folders in [[server.socketFolder, "/nowhere"], ["/nowhere", server.socketFolder]] {
            let text = PostgreSQLServer.connectionString(socketFolders: folders, password: "other")
            await #expect(throws: StorageError(store: .accounts, reason: .notPermitted)) {
                try await PostgreSQLDatabase(text, patience: .seconds(1)).accounts.count()
            }
        }
    }

    @Test func `a server that becomes silent cannot be reached, rather than is busy`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let proxy = try PostgreSQLProxy(server)
        let text = proxy.connectionString + (try await server.makeSchema())
        let accounts = PostgreSQLDatabase(text, patience: .seconds(3)).accounts
        // Its first calls prepare the schema, and can fail on a busy machine.
        while (try? await accounts.count()) == nil {}
        proxy.fault = .hold(.toClient, after: 0)
        await #expect(throws: StorageError(store: .accounts, reason: .unreachable)) {
            try await accounts.count()
        }
    }
}
