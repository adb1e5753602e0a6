import Foundation
import TestSupport

/// A PostgreSQL server of a test, in a temporary folder, which listens on a Unix socket alone.
///
/// It has an empty database `accounts`, which sorts texts by the rules of English: a query must not rely on the order of
/// bytes. The server stops when the object is released or the process ends.
package final class PostgreSQLServer: Sendable {
    let folder: ServerFolder
    let password: String?

    init(_ folder: ServerFolder, password: String? = nil) {
        self.folder = folder
        self.password = password
    }

    /// Starts a server, and waits until it accepts connections.
    ///
    /// - Parameters:
    ///   - settings: The lines of `postgresql.conf` that differ from the defaults, such as `["max_connections": "5"]`.
    ///   - password: The password that a connection needs (SCRAM), or nil for none.
    /// - Returns: The server.
    /// - Throws: `PostgreSQLPrograms.Failure` if a program fails, or `POSIXError` if there is no folder for the server.
    package static func start(
        settings: [String: String] = [:],
        password: String? = nil
    ) async throws -> PostgreSQLServer {
        let server = PostgreSQLServer(try ServerFolder(), password: password)
        try await PostgreSQLPrograms.run("/bin/cp", ["-Rp", newDatabase.value.data, server.folder.data])
        if let password {
            try await PostgreSQLPrograms.run(
                "postgres",
                ["--single", "-D", server.folder.data, "postgres"],
                input: "ALTER USER accounts PASSWORD '\(password)'\n"
            )
            let access = "local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n"
            try server.append(access, to: "pg_hba.conf", replacing: true)
        }
        try server.add(settings)
        try await server.start()
        return server
    }

    /// A server for tests that need only a database of their own, and break nothing.
    package static let shared = Task { try await start(settings: ["max_connections": "300"]) }

    /// A data directory to copy, because `initdb` takes seconds.
    private static let newDatabase = Task {
        let folder = try ServerFolder()
        let arguments = [
            "--pgdata", folder.data, "--username", "accounts", "--auth", "trust", "--encoding", "UTF8",
            "--locale", "C", "--no-sync",
        ]
        do {
            let order = ["--locale-provider", "icu", "--icu-locale", "en-US"]
            try await PostgreSQLPrograms.run("initdb", arguments + order)
        } catch is PostgreSQLPrograms.Failure {
            // A server before PostgreSQL 15, or without ICU, sorts by bytes.
            try await PostgreSQLPrograms.run("initdb", arguments)
        }
        try await PostgreSQLPrograms.run(
            "postgres",
            ["--single", "-D", folder.data, "postgres"],
            input: "CREATE DATABASE accounts\n"
        )
        return folder
    }

    // MARK: - Connections

    /// The connection string of the database `accounts`.
    package var connectionString: String { Self.connectionString(socketFolders: [folder.path], password: password) }

    /// Returns the connection string of the database on that server of several that is the primary.
    package static func connectionString(of servers: [PostgreSQLServer]) -> String {
        connectionString(socketFolders: servers.map(\.folder.path), password: servers.first?.password)
            + "&target_session_attrs=read-write"
    }

    /// Returns the connection string of a database on servers with sockets in these folders.
    package static func connectionString(
        socketFolders: [String],
        password: String?,
        database: String = "accounts"
    ) -> String {
        let user = "accounts" + (password.map { ":" + $0 } ?? "")
        return "postgresql://\(user)@/\(database)?host=\(socketFolders.joined(separator: ","))"
    }

    /// Creates an empty database, and returns its connection string.
    package func makeDatabase() async throws -> String {
        let name = "accounts_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        try await query("CREATE DATABASE \(name)")
        return Self.connectionString(socketFolders: [folder.path], password: password, database: name)
    }

    /// The folder of the socket.
    package var socketFolder: String { folder.path }

    /// The path of the socket, which a connection string does not need.
    package var socket: String { folder.path + "/" + Self.socketName }

    static let socketName = ".s.PGSQL.5432"

    /// Executes SQL, each time in a connection of its own.
    ///
    /// - Returns: The rows, one in a line, with `|` between columns.
    /// - Throws: `PostgreSQLPrograms.Failure` with the message of the server.
    @discardableResult
    package func query(_ sql: String) async throws -> String {
        let output = try await PostgreSQLPrograms.run(
            "psql",
            [
                "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1",
                "--dbname", connectionString, "--command", sql,
            ]
        )
        return output.trimmingCharacters(in: .newlines)
    }

    /// The log of the server.
    package var log: String {
        get throws { try String(contentsOf: URL(filePath: folder.log), encoding: .utf8) }
    }

    // MARK: - Its life

    /// The ways to stop a server.
    package enum Stop: String {
        /// Ends all connections, and their transactions.
        case fast

        /// Ends all processes at once; the next start recovers what was committed.
        case immediate
    }

    /// Starts the server again, after a stop or a kill, and waits until it accepts connections.
    package func start() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            do {
                return try await control(["start", "--log", folder.log])
            } catch let failure as PostgreSQLPrograms.Failure {
                // Processes of a killed server can still hold its lock, its memory or its socket for some milliseconds.
                let message = String(try log.suffix(5_000))
                let isHeld = ["already exists", "still in use", "already in use"].contains { message.contains($0) }
                guard isHeld, ContinuousClock.now < deadline else {
                    throw PostgreSQLPrograms.Failure(
                        program: failure.program,
                        ending: failure.ending,
                        output: failure.output + message
                    )
                }
            }
        }
    }

    /// Stops the server, and waits for its end.
    package func stop(_ stop: Stop = .fast) async throws {
        try await control(["stop", "--mode", stop.rawValue])
    }

    /// Stops and starts the server.
    package func restart() async throws {
        try await control(["restart", "--mode", "fast", "--log", folder.log])
    }

    /// Kills the server with SIGKILL, on Linux with all its processes, so that none ends in order.
    package func kill() throws {
        let text = try String(contentsOf: URL(filePath: folder.data + "/postmaster.pid"), encoding: .utf8)
        guard let main = Int32(text.prefix { $0.isNumber }) else { throw POSIXError(.EIO) }
        // Some may have ended by themselves.
        for process in [main] + Self.children(of: main) { _ = send(SIGKILL, to: process) }
    }

    private static func children(of process: Int32) -> [Int32] {
        #if os(Linux)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).filter { candidate in
            // A process that has just ended has no such file.
            let status = try? String(contentsOf: URL(filePath: "/proc/\(candidate)/stat"), encoding: .utf8)
            let fields = status?.split(separator: ")").last?.split(separator: " ")
            return fields.map { $0.count > 1 && Int32($0[1]) == process } ?? false
        }
        #else
        return []
        #endif
    }

    // MARK: - Settings

    /// Adds lines to `postgresql.conf`; the server reads some of them at once, and the others at its next start.
    package func change(settings: [String: String]) async throws {
        try append(settings.map { "\($0) = \($1)\n" }.sorted().joined(), to: "postgresql.conf")
        try await PostgreSQLPrograms.run("pg_ctl", ["reload", "--pgdata", folder.data])
    }

    func add(_ settings: [String: String]) throws {
        let own = ["listen_addresses": "''", "unix_socket_directories": "'\(folder.path)'", "max_wal_size": "'256MB'"]
        let lines = own.merging(settings) { $1 }.map { "\($0) = \($1)\n" }
        try append(lines.sorted().joined(), to: "postgresql.conf")
    }

    private func append(_ text: String, to name: String, replacing: Bool = false) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: folder.data + "/" + name))
        if replacing { try file.truncate(atOffset: 0) }
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    func control(_ arguments: [String]) async throws {
        let common = ["--pgdata", folder.data, "--wait", "--timeout", "60", "--silent"]
        try await PostgreSQLPrograms.run("pg_ctl", arguments + common)
    }
}

// A method of the same name hides the system's function.
private func send(_ signal: Int32, to process: Int32) -> Int32 { kill(process, signal) }
