import AccountDemo
import AccountFlowTesting
import Foundation
import Persistence
import TestSupport
import Testing

struct TourTests {
    private func tour(_ arguments: String...) async -> (code: ExitCode, console: RecordingConsole) {
        let console = RecordingConsole()
        return (
            await Program(console: console, environment: [:], hashingCost: .minimal).run(arguments + ["tour"]), console
        )
    }

    @Test("the tour's transcript is the recorded one", arguments: ["ko", "en"])
    func transcript(language: String) async throws {
        let (code, console) = await tour("--in-memory", "--language", language)
        #expect(code == .done)
        #expect(console.error == "")
        try Snapshot.expect(console.output, named: "tour-\(language)")
    }

    @Test func `the tour on files says the same as the tour in memory, and leaves no account`() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        let files = await tour("--data", data)
        let memory = await tour("--in-memory")
        #expect(files.code == .done)
        #expect(files.console.output == memory.console.output)

        let console = RecordingConsole()
        _ = await Program(console: console, environment: [:], hashingCost: .minimal).run(["--data", data, "accounts"])
        #expect(console.output == "No accounts.\n")
    }

    @Test func `the tour with a server within the program says the same as the one with accounts kept here`()
        async throws
    {
        let server = await tour("--in-memory", "--server", "loopback")
        let memory = await tour("--in-memory")
        #expect(server.code == .done)
        #expect(server.console.output == memory.console.output)
    }

    @Test func `the tour keeps away from a folder that has accounts`() async throws {
        let folder = try TemporaryFolder()
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: folder.path)
        let (code, console) = await tour("--data", folder.path, "--json")
        #expect(code == .refused)
        #expect(try jsonObject(console.output)["reason"] as? String == "folder-in-use")
    }

    @Test func `a tour that is stopped when its account exists removes it`() async throws {
        let folder = try TemporaryFolder()
        let requests = MessageLog<@Sendable (Int32) -> Void>()
        let console = RecordingConsole(onWrite: { line in
            // Whoever is welcomed has an account.
            if line.contains("[Welcome]") { requests.messages.first?(SIGTERM) }
        })
        let stopRequests = StopRequests { stop in
            requests.append(stop)
            return {}
        }
        let program = Program(console: console, environment: [:], hashingCost: .minimal, stopRequests: stopRequests)
        #expect(await program.run(["--data", folder.path + "/data", "--language", "en", "tour"]) == .refused)
        #expect(console.output.components(separatedBy: "[Welcome]").count == 2)
        #expect(try await AccountsFixture.count(in: folder.path + "/data") == 0)
        #expect(try folder.contents().range(of: Data("abcdef@gmail.com".utf8)) == nil)
    }

    @Test func `a tour that is stopped before it begins says that it was`() async throws {
        let console = RecordingConsole()
        let stopRequests = StopRequests { stop in
            stop(SIGTERM)
            return {}
        }
        let program = Program(console: console, environment: [:], hashingCost: .minimal, stopRequests: stopRequests)
        #expect(await program.run(["--in-memory", "--json", "tour"]) == .refused)
        #expect(try jsonObject(console.output)["reason"] as? String == "cancelled")
    }

    @Test func `a tour leaves the signals as it found them`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            signal(SIGINT, SIG_IGN)
            signal(SIGHUP) { _ in _exit(77) }
            let program = Program(
                console: RecordingConsole(),
                environment: [:],
                hashingCost: .minimal,
                stopRequests: .signals
            )
            guard await program.run(["--in-memory", "tour"]) == .done else { return }
            // Threads that run tasks block most signals.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(SIGINT)
            raise(SIGHUP)
        }
    }

    @Test func `a tour whose store fails ends as any command would, and dumps nothing`() async throws {
        let folder = try TemporaryFolder()
        // A store that can be read and not written: nobody can lock a folder.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/data/.lock",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let (code, console) = await tour("--data", folder.path + "/data")
        #expect(code == .storageFailed)
        #expect(console.error.contains("not safe"))
        #expect(!(console.output + console.error).contains("Presentation"))
    }

    @Test func `the tour prints one object where JSON is asked for`() async throws {
        let (code, console) = await tour("--in-memory", "--json")
        #expect(code == .done)
        #expect(try jsonObject(console.output) == ["outcome": "toured"])
    }
}
