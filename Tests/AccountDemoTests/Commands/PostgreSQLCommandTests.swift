import AccountDemo
import Foundation
import PostgreSQLSupport
import TestSupport
import Testing

/// Tests of the commands with accounts in PostgreSQL.
@Suite(.postgreSQL, .timeLimit(.minutes(2)))
struct PostgreSQLCommandTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }
    private var file: String { folder.path + "/accounts.jsonl" }

    private func run(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> (code: ExitCode, report: NSDictionary, console: RecordingConsole) {
        let console = RecordingConsole()
        let common = ["--data", data, "--json", "--language", "en"]
        let code = await console.run(common + arguments, environment: environment)
        return (code, console.output.isEmpty ? [:] : try jsonObject(console.output), console)
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
        return folder.path + "/" + name
    }

    private func makeDatabase() async throws -> String { try await PostgreSQLServer.shared.value.makeDatabase() }

    @Test func `one option moves a program from files to a database, and sessions stay in the folder`() async throws {
        let database = try await makeDatabase()
        for options in [[], ["--database", database]] {
            let console = RecordingConsole()
            let common = ["--data", data, "--language", "en"] + options
            #expect(await console.run(common + ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]) == .done)
            #expect(await console.run(common + ["status"]) == .done)
            #expect(await console.run(common + ["accounts"]) == .done)
            #expect(
                console.output == """
                    Signed up as abcdef@gmail.com.
                    abcdef@gmail.com is signed in.
                    1 account
                      abcdef@gmail.com  Kim

                    """
            )
            #expect(console.error.isEmpty)
        }
        let elsewhere = RecordingConsole()
        #expect(await elsewhere.run(["--data", folder.path + "/other", "--database", database, "accounts"]) == .done)
        #expect(await elsewhere.run(["--data", folder.path + "/other", "--database", database, "status"]) == .refused)
    }

    @Test func `the database of the environment or of the settings need not be on the command line`() async throws {
        let (first, second) = (try await makeDatabase(), try await makeDatabase())
        let environment = ["ACCOUNT_DEMO_DATABASE": first]
        let settings = try write(#"{"database": "\#(second)"}"#, to: "settings.json")
        for (id, options) in zip(["abcdef1@gmail.com", "abcdef2@gmail.com"], [[], ["--config", settings]]) {
            let console = RecordingConsole()
            let arguments = ["--data", data, "sign-up", id, "--nickname", "Kim"] + options
            #expect(await console.run(arguments, environment: environment) == .done, "\(console.error)")
        }
        for (database, id) in [(first, "abcdef1@gmail.com"), (second, "abcdef2@gmail.com")] {
            let listed = try await run("--database", database, "accounts", environment: environment)
            let accounts = try #require(listed.report["accounts"] as? [[String: String]])
            #expect(accounts.map { $0["id"] } == [id])
        }
        // A command that names another place uses that.
        let memory = RecordingConsole()
        #expect(await memory.run(["--in-memory", "--config", settings, "accounts"], environment: environment) == .done)
        #expect(memory.output == "No accounts.\n")
    }

    @Test func `the tables are prepared once, and their version is shown`() async throws {
        let database = try await makeDatabase()
        let missing = try await run("--database", database, "database", "status")
        #expect(missing.code == .noStore)
        #expect(missing.report["reason"] as? String == "no-store")
        for earlier in [nil, 1] {
            let prepared = try await run("--database", database, "database", "prepare")
            #expect(prepared.code == .done)
            let numbers = try #require(prepared.report["database"] as? [String: Int])
            #expect(numbers["version"] == 1)
            #expect(numbers["earlierVersion"] == earlier)
        }
        let ready = try await run("--database", database, "database", "status")
        #expect(ready.report["outcome"] as? String == "ready")
        try await PostgreSQLPrograms.run(
            "psql",
            ["--dbname", database, "--command", "INSERT INTO account_flow_schema VALUES (99)"]
        )
        for command in [["database", "status"], ["database", "prepare"], ["accounts"]] {
            let console = RecordingConsole()
            let code = await console.run(["--data", data, "--json", "--database", database] + command)
            #expect(code == .storageFailed, "\(command)")
            #expect(try jsonObject(console.output)["reason"] as? String == "store-unsupported-version", "\(command)")
        }
    }

    @Test func `accounts move to a database and back, also after an import that stopped`() async throws {
        let database = try await makeDatabase()
        let ids = (0..<600).map { "person\($0)@gmail.com" }
        try await AccountsFixture.insert(ids, into: data)
        #expect(try await run("export", file).code == .done)
        let lines = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 600)
        // The part that an interrupted import has added.
        let part = try write(lines.prefix(200).joined(separator: "\n"), to: "part.jsonl")
        #expect(try await run("--database", database, "import", part).code == .done)
        let imported = try await run("--database", database, "import", file)
        #expect(imported.code == .done)
        let numbers = try #require(imported.report["transfer"] as? [String: Int])
        #expect(numbers["imported"] == 400)
        #expect(numbers["skipped"] == 200)
        let copy = folder.path + "/copy.jsonl"
        #expect(try await run("--database", database, "export", copy).code == .done)
        let copied = try String(contentsOf: URL(filePath: copy), encoding: .utf8).split(separator: "\n")
        #expect(Set(copied) == Set(lines))
        #expect(copied.count == 600)
        let console = RecordingConsole()
        #expect(await console.run(["--data", folder.path + "/back", "import", copy]) == .done)
        #expect(try await AccountsFixture.count(in: folder.path + "/back") == 600)
    }

    @Test func `no output shows the password of a connection string`() async throws {
        let server = try await PostgreSQLServer.start(password: "correct")
        for wrong in ["wrong secret", "wrong"] {
            let database = server.connectionString.replacing("correct", with: wrong)
            let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]
            for command in [["accounts"], ["database", "status"], signUp] {
                let console = RecordingConsole()
                let code = await console.run(["--data", data, "--database", database] + command)
                #expect(code == .storageFailed, "\(command)")
                #expect(!(console.output + console.error).contains("wrong"), "\(console.error)")
            }
        }
        #expect(try await run("--database", server.connectionString, "accounts").code == .done)
    }

    @Test func `each failure of a database names what can be mended`() async throws {
        let database = try await makeDatabase()
        let other = database.replacing("/accounts_", with: "/missing_")
        let stranger = database.replacing("accounts@", with: "stranger@")
        for (database, text) in [
            ("nonsense", "not a connection string"),
            (other, "no database of this name"),
            (stranger, "refuses this user"),
            (database + "&options=-cdefault_transaction_read_only%3Don", "read-only"),
        ] {
            let console = RecordingConsole()
            let arguments = ["--data", data, "--language", "en", "--database", database, "database", "prepare"]
            #expect(await console.run(arguments) == .storageFailed, "\(text)")
            #expect(console.error.contains(text), "\(console.error)")
            #expect(!console.error.contains("Folder"), "\(console.error)")
        }
    }
}
