import AccountDemo
import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the command that starts over with a store that cannot be read.
struct ResetTests {
    private static let stores = StorageError.Store.allCases.filter { $0 != .accounts }.map(\.rawValue)
    private static let damaged = Data("nonsense".utf8)

    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    private func run(_ arguments: String..., answer: Bool? = nil) async throws -> (ExitCode, NSDictionary, String) {
        let console = RecordingConsole(answer: answer)
        let code = await console.run(["--data", data, "--json", "--language", "en"] + arguments)
        return (code, try jsonObject(console.output), console.prompts.joined())
    }

    private func content(_ name: String) -> Data? { FileManager.default.contents(atPath: data + "/" + name) }

    /// Signs up, damages a document, and returns the bytes of the accounts.
    private func prepare(_ store: String) async throws -> Data? {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        try Self.damaged.write(to: URL(filePath: data + "/\(store).json"))
        return content("accounts.store")
    }

    @Test(arguments: stores, [true, false])
    func `reset moves a damaged document aside, after one confirmation`(store: String, isTerminal: Bool) async throws {
        let accounts = try await prepare(store)
        let (code, report, question) =
            isTerminal
            ? try await run("reset", store, answer: true) : try await run("reset", store, "--yes")
        #expect(code == .done)
        #expect(report == ["outcome": "reset", "store": store])
        #expect(question.contains("damaged") == isTerminal)
        #expect(content(store + ".json.damaged-1") == Self.damaged)
        #expect(content("accounts.store") == accounts)
        #expect(try await run("verify").0 == .done)
        let again = try await run("reset", store, "--yes")
        #expect(again.0 == .refused && again.1["reason"] as? String == "nothing-to-reset")

        if store == "attempts" {
            // Without the counts, every sign-in is throttled at first.
            let attempts = FileAttemptRepository(folder: StorageDirectory(path: data))
            #expect(try await attempts.update { $0.overall?.failures } == ThrottlePolicy.standard.burst)
        } else {
            #expect(try await run("sign-in", "abcdef@gmail.com").0 == .done)
        }
    }

    @Test func `reset prints the new name of the document`() async throws {
        for number in 1...2 {
            _ = try await prepare("consents")
            let console = RecordingConsole()
            #expect(await console.run(["--data", data, "--language", "en", "reset", "consents", "--yes"]) == .done)
            #expect(console.output.contains("the old file is consents.json.damaged-\(number)."), "\(console.output)")
        }
    }

    @Test(arguments: stores)
    func `without a confirmation, reset changes nothing`(store: String) async throws {
        _ = try await prepare(store)
        let refused = try await run("reset", store, answer: false)
        #expect(refused.0 == .refused && refused.1["reason"] as? String == "cancelled")
        // Standard input is not a terminal.
        let usage = try await run("reset", store)
        #expect(usage.0 == .usage && usage.1["reason"] as? String == "usage")
        #expect(content(store + ".json") == Self.damaged)
    }

    @Test func `on a terminal, reset asks before it changes anything`() async throws {
        _ = try await prepare("session")
        for (answer, code) in [("n\n", 1), ("\u{4}", 1), ("yes\n", 0)] as [(String, Int32)] {
            let terminal = try PseudoTerminal()
            let process = try ChildProcess(
                DemoProcess.executable.path(),
                ["--data", data, "--language", "en", "reset", "session"],
                input: terminal.terminal,
                output: .nullDevice,
                error: terminal.terminal
            )
            try await terminal.read(until: "[y/N] ")
            #expect(content("session.json") == Self.damaged)
            try terminal.type(answer)
            #expect(try await process.ending == .exit(code))
        }
        #expect(content("session.json.damaged-1") == Self.damaged)
    }

    @Test func `a command that cannot read a document names the command that starts over`() async throws {
        _ = try await prepare("session")
        let console = RecordingConsole()
        #expect(await console.run(["--data", data, "--language", "en", "status"]) == .storageFailed)
        #expect(console.error.contains("account-demo reset session"))
    }

    @Test(arguments: stores)
    func `reset leaves a store that can be read unchanged`(store: String) async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        let before = try folder.contents()
        let (code, report, _) = try await run("reset", store, "--yes")
        #expect(code == .refused && report["reason"] as? String == "nothing-to-reset")
        #expect(try folder.contents() == before)
    }

    @Test func `reset does not move a document aside for a reason that may pass`() async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        #expect(FileManager.default.createFile(atPath: data + "/notes.txt", contents: nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data)
        let (code, report, _) = try await run("reset", "session", "--yes")
        #expect(code == .storageFailed && report["reason"] as? String == "store-unsafe-location")
        #expect(content("session.json") != nil)
    }

    @Test(arguments: [["reset", "session", "--yes"], ["sign-out"]])
    func `a link in place of the session is moved aside by reset and by sign-out`(command: [String]) async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        let path = data + "/session.json"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path + "/nowhere")
        #expect(await RecordingConsole().run(["--data", data] + command) == .done)
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: path + ".damaged-1")
        #expect(target == folder.path + "/nowhere")
        #expect(try await run("sign-in", "abcdef@gmail.com").0 == .done)
    }

    @Test(arguments: [["reset", "session", "--yes"], ["sign-out"]])
    func `a session with a second name is moved aside, and keeps its bytes under both names`(
        command: [String]
    ) async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        let (path, other) = (data + "/session.json", folder.path + "/other name")
        try FileManager.default.linkItem(atPath: path, toPath: other)
        let bytes = try Data(contentsOf: URL(filePath: other))
        #expect(await RecordingConsole().run(["--data", data] + command) == .done)
        #expect(!FileManager.default.fileExists(atPath: path))
        for name in [other, path + ".damaged-1"] { #expect(try Data(contentsOf: URL(filePath: name)) == bytes) }
        #expect(try await run("sign-in", "abcdef@gmail.com").0 == .done)
    }
}
