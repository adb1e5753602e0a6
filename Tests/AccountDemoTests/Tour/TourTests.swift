import AccountDemo
import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

struct TourTests {
    private func tour(_ arguments: String...) async -> (code: ExitCode, console: RecordingConsole) {
        let console = RecordingConsole()
        return (await console.run(arguments + ["tour", "--verbose"]), console)
    }

    // MARK: Output

    @Test(arguments: ["ko", "en"])
    func `every row of S0.1 to S4.10 is played once, with its recorded output`(language: String) async throws {
        let (code, console) = await tour("--in-memory", "--language", language)
        #expect(code == .done)
        #expect(console.error == "")
        #expect(RequirementRows.named(in: console.output) == RequirementRows.all)
        try Snapshot.expect(console.output, named: "tour-\(language)")
    }

    @Test(arguments: Language.allCases)
    func `every preset and every row has a title in every language`(language: Language) {
        let beyond = [
            "headers", "password", "recovery", "totp", "profile", "export", "refresh", "switch", "end", "confirmation",
        ]
        let names = AppSettings.Preset.allCases.map(\.rawValue) + RequirementRows.all + beyond
        #expect(language.demoText.tourTitles.keys.sorted() == names.sorted())
    }

    @Test(arguments: AppSettings.Preset.allCases)
    func `a preset that is played alone has the same output as in the tour`(preset: AppSettings.Preset) async throws {
        let (code, console) = await tour("--in-memory", "--language", "en", "--preset", preset.rawValue)
        #expect(code == .done)
        #expect(RequirementRows.named(in: console.output) == RequirementRows.rows(of: preset))
        let rows = try #require(console.output.components(separatedBy: "\n\nThat was the tour.").first)
        #expect(try String(contentsOf: Snapshot.file("tour-en"), encoding: .utf8).contains(rows))
    }

    @Test func `the tour on files prints the same as in memory, and removes its files`() async throws {
        let folder = TemporaryFolder()
        let files = await tour("--data", folder.path + "/data")
        let memory = await tour("--in-memory")
        #expect(files.code == .done)
        #expect(files.console.output == memory.console.output)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `the tour does not remove an empty folder that it was given`() async throws {
        let folder = TemporaryFolder()
        #expect(await tour("--data", folder.path, "--preset", "accounts").code == .done)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `without --verbose the tour prints a line for each system and one screen`() async throws {
        let console = RecordingConsole(columns: 80)
        let arguments = ["--in-memory", "--language", "en", "tour"]
        #expect(await console.run(arguments, environment: ["NO_COLOR": "1"]) == .done)
        try Snapshot.expect(console.output, named: "tour-summary")

        let colored = RecordingConsole(columns: 80)
        #expect(await colored.run(arguments, environment: ["TERM": "xterm"]) == .done)
        #expect(colored.output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == console.output)
        #expect(colored.output.contains("\u{1B}[0;32m✔"))
    }

    // MARK: Broken systems

    struct Break: Sendable, CustomTestStringConvertible {
        let row: String
        let preset: AppSettings.Preset
        let change: @MainActor @Sendable (inout AppConfiguration) -> Void

        var testDescription: String { row }
    }

    static let breaks = [
        Break(row: "S0.1", preset: .signIn) { $0.policy = .compact },
        Break(row: "S0.3", preset: .signIn) { configuration in
            guard case .remote(var backend) = configuration.backend else { return }
            backend.api[.signIn]?.token = .header(.accept)
            configuration.backend = .remote(backend)
        },
        Break(row: "S1.1", preset: .start) { $0.launchStyle = .direct },
        Break(row: "S1.4", preset: .start) { $0.policy.signUp[.password] = .password(7...128) },
        Break(row: "S2.4", preset: .accounts) { $0.policy = .length(4...17) },
        Break(row: "S3.1", preset: .remote) { $0.policy.signUp[.phone] = nil },
        Break(row: "S3.3", preset: .remote) { configuration in
            guard case .remote(var backend) = configuration.backend else { return }
            backend.api[.signUp]?.response.statuses[500] = .pathError
            configuration.backend = .remote(backend)
        },
        Break(row: "confirmation", preset: .remote) { configuration in
            guard case .remote(var backend) = configuration.backend else { return }
            backend.api[.verify] = nil
            configuration.backend = .remote(backend)
        },
        Break(row: "S4.1", preset: .shop) { $0.terms = .none },
        Break(row: "S4.3", preset: .shop) { $0.policy = .length(6...11) },
    ]

    @Test(arguments: breaks)
    func `a row with an unexpected result ends the tour with an error that names it`(_ broken: Break) async throws {
        let console = RecordingConsole()
        let tour = await Tour(
            of: [broken.preset],
            in: .inMemory,
            text: Language.english.demoText,
            hashingCost: .minimal,
            adjust: broken.change
        )
        let result = await tour.run { console.write($0 + "\n") }
        #expect(result.exitCode == .refused)
        #expect(result.report["reason"] == .string("unexpected"))
        #expect(result.errorText.hasPrefix(broken.row + ", step "))
        #expect(result.errorText.contains(" failed: expected "))
        let title = Language.english.demoText.tourTitles[broken.row]
        #expect(console.output.components(separatedBy: "\n\n").last?.contains(try #require(title)) == true)
    }

    // MARK: Speed and interruption

    @Test(arguments: [nil, 1, 1_000])
    func `--speed sets the pause for each line, and without it there is no pause`(_ speed: Int?) async {
        let console = RecordingConsole()
        let pauses = MessageLog<Duration>()
        let options = speed.map { ["--speed", "\($0)"] } ?? []
        let arguments = ["--in-memory", "tour", "--verbose", "--preset", "signIn"] + options
        #expect(await console.run(arguments, pause: { pauses.append($0) }) == .done)
        // A blank line has no pause of its own.
        let lines = console.output.split(separator: "\n").dropLast()
        let expected: [Duration] = speed.map { [Duration](repeating: .seconds(1) / $0, count: lines.count) } ?? []
        #expect(pauses.messages == expected)
    }

    @Test func `a tour that is stopped after its sign-up removes the account`() async throws {
        let folder = TemporaryFolder()
        let requests = MessageLog<@Sendable (Int32) -> Void>()
        let console = RecordingConsole(onWrite: { line in
            // The account exists when the Welcome screen is shown.
            if line.contains("[Welcome]") { requests.messages.first?(SIGTERM) }
        })
        let arguments = ["--data", folder.path + "/data", "--language", "en", "tour", "--verbose", "--preset", "start"]
        #expect(await console.run(arguments, stopRequests: .logged(requests)) == .stopped)
        #expect(console.output.components(separatedBy: "[Welcome]").count == 2)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `a tour that is stopped during a pause ends there`() async {
        let requests = MessageLog<@Sendable (Int32) -> Void>()
        let pauses = MessageLog<Duration>()
        let console = RecordingConsole()
        let arguments = ["--in-memory", "--language", "en", "tour", "--speed", "1"]
        let pause: @Sendable (Duration) async -> Void = { duration in
            pauses.append(duration)
            guard pauses.messages.count == 20 else { return }
            requests.messages.first?(SIGINT)
            // Only the cancellation ends this pause.
            try? await ManualClock().sleep(for: duration)
        }
        let code = await console.run(arguments, stopRequests: .logged(requests), pause: pause)
        #expect(code == .stopped)
        #expect(pauses.messages.count == 20)
        #expect(console.output.split(separator: "\n").count == 19)
        #expect(console.error == Language.english.demoText.tourInterrupted + "\n")
    }

    @Test func `the system's pause ends when its task is cancelled`() async {
        let task = Task { await Program.systemPause(.seconds(1 << 30)) }
        task.cancel()
        await task.value
    }

    // MARK: Folders, signals and failures

    @Test func `the tour rejects a folder that is not empty`() async throws {
        let folder = TemporaryFolder()
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: folder.path)
        let before = try folder.contents()
        let console = RecordingConsole()
        #expect(await console.run(["--data", folder.path, "--json", "tour"]) == .refused)
        #expect(try jsonObject(console.output)["reason"] as? String == "folder-in-use")
        #expect(try folder.contents() == before)
    }

    @Test func `a tour that is stopped before its start reports the cancellation`() async throws {
        let console = RecordingConsole()
        let stopRequests = StopRequests { stop in
            stop(SIGTERM)
            return {}
        }
        #expect(await console.run(["--in-memory", "--json", "tour"], stopRequests: stopRequests) == .stopped)
        #expect(try jsonObject(console.output)["reason"] as? String == "cancelled")
    }

    @Test func `a tour restores the handling of signals`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            signal(SIGINT, SIG_IGN)
            signal(SIGHUP) { _ in _exit(77) }
            guard await RecordingConsole().run(["--in-memory", "tour"], stopRequests: .signals) == .done else { return }
            // Threads that run tasks block most signals.
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(SIGINT)
            raise(SIGHUP)
        }
    }

    @Test func `a failing store ends the tour like any command, without a dump`() async throws {
        let folder = TemporaryFolder()
        let data = folder.path + "/data"
        let console = RecordingConsole(onWrite: { line in
            guard line.contains("S1.1 ") else { return }
            // Makes the store read-only, because a folder cannot be locked.
            try? FileManager.default.createDirectory(
                atPath: data + "/start/.lock",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        })
        #expect(await console.run(["--data", data, "tour", "--verbose", "--preset", "start"]) == .storageFailed)
        #expect(console.error.contains("not safe"))
        #expect(!(console.output + console.error).contains("Presentation"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `the tour prints one object with --json`() async throws {
        let console = RecordingConsole()
        #expect(await console.run(["--in-memory", "--json", "tour"]) == .done)
        #expect(try jsonObject(console.output) == ["outcome": "toured"])
    }
}

extension StopRequests {
    /// Returns stop requests that a test makes by calling the logged functions.
    fileprivate static func logged(_ log: MessageLog<@Sendable (Int32) -> Void>) -> StopRequests {
        StopRequests { stop in
            log.append(stop)
            return {}
        }
    }
}
