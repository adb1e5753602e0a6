import Foundation
import PostgreSQLSupport
import TestSupport
import Testing

/// Tests of the servers and proxies that the tests of PostgreSQL use.
@Suite(.postgreSQL, .timeLimit(.minutes(2)))
struct PostgreSQLServerTests {
    @Test func `a server keeps its data when it is killed and started again`() async throws {
        let server = try await PostgreSQLServer.start(settings: ["max_connections": "7"])
        try await server.query("CREATE TABLE names (name text PRIMARY KEY)")
        for name in ["b", "A", "a"] {
            try await server.query("INSERT INTO names VALUES ('\(name)')")
            try server.kill()
            await #expect(throws: PostgreSQLPrograms.Failure.self) { try await server.query("SELECT 1") }
            try await server.start()
        }
        try await server.restart()
        #expect(try await server.query("SELECT count(*) FROM names") == "3")
        #expect(try await server.query("SHOW max_connections") == "7")
    }

    @Test func `each test has an empty database on the shared server`() async throws {
        let server = try await PostgreSQLServer.shared.value
        let databases = [try await server.makeDatabase(), try await server.makeDatabase()]
        for database in databases { try await query("CREATE TABLE names (name text)", of: database) }
    }

    @Test func `a promoted standby has what its killed primary acknowledged, and gets a standby again`() async throws {
        var primary = try await PostgreSQLServer.start()
        try await primary.query("CREATE TABLE numbers (number int)")
        for number in 1...2 {
            let standby = try await primary.startStandby()
            try await primary.query("INSERT INTO numbers VALUES (\(number))")
            await #expect(throws: PostgreSQLPrograms.Failure.self, "a standby is read-only") {
                try await standby.query("INSERT INTO numbers VALUES (0)")
            }
            try primary.kill()
            try await standby.promote()
            #expect(try await standby.query("SELECT count(*) FROM numbers") == "\(number)")
            primary = standby
        }
    }

    @Test func `a server with a password refuses another one`() async throws {
        let server = try await PostgreSQLServer.start(password: "secret")
        #expect(try await server.query("SELECT 1") == "1")
        let other = PostgreSQLServer.connectionString(socketFolders: [server.socketFolder], password: "other")
        await #expect(throws: PostgreSQLPrograms.Failure.self) {
            try await PostgreSQLPrograms.run("psql", ["--dbname", other, "--command", "SELECT 1"])
        }
    }

    @Test(.enabled("this user may not mount a disk") { try await PostgreSQLServer.canMountDisks })
    func `a full disk refuses a table until there is space`() async throws {
        let server = try await PostgreSQLServer.start()
        try await server.putNewTablesOnSmallDisk(megabytes: 4)
        try await server.query("CREATE TABLE texts (text text)")
        try server.fillSmallDisk()
        let insertion = "INSERT INTO texts SELECT repeat(md5(i::text), 200) FROM generate_series(1, 100) AS i"
        let failure = await #expect(throws: PostgreSQLPrograms.Failure.self) { try await server.query(insertion) }
        #expect(failure?.output.contains("No space left on device") == true)
        try server.freeSmallDisk()
        try await server.query(insertion)
    }

    @Test func `a proxy passes connections, in halves and late too`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server)
        for fault in [PostgreSQLProxy.Fault.none, .halve, .delay(.milliseconds(1))] {
            proxy.fault = fault
            #expect(try await query("SELECT 1", through: proxy) == "1")
        }
        #expect(proxy.connectionCount == 3)
        #expect(proxy.byteCount(.toServer) > 0)
    }

    @Test(arguments: PostgreSQLProxy.Direction.allCases)
    func `a proxy cuts one connection after a number of bytes`(direction: PostgreSQLProxy.Direction) async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server)
        #expect(try await query("SELECT 1", through: proxy) == "1")
        let total = proxy.byteCount(direction)
        for count in [0, 1, total / 2] {
            proxy.fault = .cut(direction, after: count)
            await #expect(throws: PostgreSQLPrograms.Failure.self) { try await query("SELECT 1", through: proxy) }
            await proxy.waitForFault()
            #expect(proxy.byteCount(direction) == count)
            #expect(proxy.fault == .none)
            #expect(try await query("SELECT 1", through: proxy) == "1")
        }
    }

    @Test func `a proxy holds a connection until it lets it go`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server, fault: .hold(.toClient, after: 1))
        async let answer = query("SELECT 1", through: proxy)
        await proxy.waitForFault()
        #expect(proxy.byteCount(.toClient) == 1)
        proxy.fault = .none
        #expect(try await answer == "1")
    }

    @Test func `a proxy refuses connections, and goes on without its server`() async throws {
        let server = try await PostgreSQLServer.start()
        let proxy = try PostgreSQLProxy(server, fault: .refuse)
        await #expect(throws: PostgreSQLPrograms.Failure.self) { try await query("SELECT 1", through: proxy) }
        proxy.fault = .none
        try await server.stop()
        await #expect(throws: PostgreSQLPrograms.Failure.self) { try await query("SELECT 1", through: proxy) }
        try await server.start()
        #expect(try await query("SELECT 1", through: proxy) == "1")
    }

    private func query(_ sql: String, through proxy: PostgreSQLProxy) async throws -> String {
        try await query(sql, of: proxy.connectionString)
    }

    @discardableResult
    private func query(_ sql: String, of database: String) async throws -> String {
        let arguments = ["--no-psqlrc", "-Atq", "--dbname", database, "--command", sql]
        return try await PostgreSQLPrograms.run("psql", arguments).trimmingCharacters(in: .newlines)
    }
}
