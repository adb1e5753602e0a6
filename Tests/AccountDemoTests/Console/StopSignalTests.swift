import Foundation
import TestSupport
import Testing

/// Tests of the built program, which a signal ends whatever it waits for.
@Suite(.timeLimit(.minutes(5)))
struct StopSignalTests {
    private let folder = TemporaryFolder()
    private var data: [String] { ["--data", folder.path + "/data"] }

    /// Starts an export to a pipe that is full and read by no process.
    private func startExport() async throws -> (process: ChildProcess, output: Pipe) {
        let (output, error) = (Pipe(), Pipe())
        let writing = output.fileHandleForWriting.fileDescriptor
        #expect(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
        while write(writing, "x", 1) == 1 {}
        #expect(fcntl(writing, F_SETFL, 0) == 0)
        let process = try ChildProcess(
            DemoProcess.executable.path(),
            data + ["export"],
            environment: [:],
            output: output.fileHandleForWriting,
            error: error.fileHandleForWriting
        )
        // The warning comes before the accounts.
        let reading = error.fileHandleForReading
        _ = try await onOwnThread { try reading.read(upToCount: 1) }
        return (process, output)
    }

    /// The second signal ends the program at once: in less than the time that the first one grants.
    @Test(
        arguments: [
            ([SIGTERM], .seconds(1)), ([SIGHUP], .seconds(1)), ([SIGINT, SIGTERM], .milliseconds(400)),
            ([SIGTERM, SIGINT], .milliseconds(400)),
        ] as [([Int32], Duration)]
    )
    func `signals end an export that cannot be stopped in good order, in time`(
        signals: [Int32],
        limit: Duration
    ) async throws {
        try await AccountsFixture.insert((0..<9).map { "person\($0)@gmail.com" }, into: folder.path + "/data")
        try await expectEnd(within: limit) {
            let (process, output) = try await startExport()
            let (ending, time) = try await end(of: process, by: signals)
            try output.fileHandleForReading.close()
            // The first signal came before the first write, so the export was cancelled.
            if ending == .exit(130), !signals.contains(SIGINT) { return nil }
            #expect(signals.contains { ending == .exit(128 + $0) })
            return time
        }
    }

    /// Sends signals to a process, and returns how it ended, and after which time.
    private func end(of process: ChildProcess, by signals: [Int32]) async throws -> (ChildProcess.Ending, Duration) {
        let start = ContinuousClock.now
        for signal in signals { process.signal(signal) }
        return (try await process.ending, start.duration(to: .now))
    }

    /// Expects that the shortest of several times is below a limit; an attempt without a time does not count.
    private func expectEnd(within limit: Duration, _ attempt: () async throws -> Duration?) async throws {
        var shortest = Duration.seconds(60)
        // A busy machine can delay some attempts, but not every one: the other tests end before these attempts.
        for _ in 0..<60 where shortest >= limit { shortest = min(shortest, try await attempt() ?? shortest) }
        #expect(shortest < limit)
    }

    @Test func `SIGTERM ends a command that waits for a locked store, within a second`() async throws {
        try await AccountsFixture.insert(["person@gmail.com"], into: folder.path + "/data")
        let lock = open(folder.path + "/data/.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        try await expectEnd(within: .seconds(1)) {
            let process = try ChildProcess(
                DemoProcess.executable.path(),
                data + ["compact"],
                environment: [:],
                output: .nullDevice,
                error: .nullDevice
            )
            try await process.waitsInSystemCall()
            await process.hasOpened(".lock")
            let (ending, time) = try await end(of: process, by: [SIGTERM])
            // On a busy machine, the program gave the store up as busy before the signal came.
            if ending == .exit(75) { return nil }
            #expect(ending == .exit(128 + SIGTERM))
            return time
        }
    }

    @Test(arguments: [false, true])
    func `Ctrl-C ends upkeep with a line of its own, or with a JSON object`(isJSON: Bool) async throws {
        try await AccountsFixture.insert(["person@gmail.com"], into: folder.path + "/data")
        let lock = open(folder.path + "/data/.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        for _ in 0..<60 {
            let (output, error) = (Pipe(), Pipe())
            let process = try ChildProcess(
                DemoProcess.executable.path(),
                data + ["--language", "en", "compact"] + (isJSON ? ["--json"] : []),
                environment: [:],
                output: output.fileHandleForWriting,
                error: error.fileHandleForWriting
            )
            for pipe in [output, error] { try pipe.fileHandleForWriting.close() }
            try await process.waitsInSystemCall()
            await process.hasOpened(".lock")
            process.signal(SIGINT)
            let ending = try await process.ending
            let printed = try [output, error].map {
                String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            }
            // On a busy machine, the program gave the store up as busy before the signal came.
            if ending == .exit(75) { continue }
            #expect(ending == .exit(130))
            #expect(printed[1].hasSuffix("and then removes an unfinished copy of the accounts.\n"))
            #expect(isJSON ? try jsonObject(printed[0])["reason"] as? String == "cancelled" : printed[0].isEmpty)
            return
        }
        Issue.record("the program gave the store up each time")
    }

    @Test(arguments: [["sign-in", "abcdef@gmail.com"], ["import", "-"]])
    func `SIGTERM ends a command that waits for standard input, within a second`(command: [String]) async throws {
        try await expectEnd(within: .seconds(1)) {
            let input = Pipe()
            let process = try ChildProcess(
                DemoProcess.executable.path(),
                data + command,
                environment: [:],
                input: input.fileHandleForReading,
                output: .nullDevice,
                error: .nullDevice
            )
            try await process.waitsInSystemCall()
            let (ending, time) = try await end(of: process, by: [SIGTERM])
            #expect([.exit(128 + SIGTERM), .exit(130)].contains(ending))
            try input.fileHandleForWriting.close()
            return time
        }
    }

    @Test func `SIGTERM also ends a program whose parent ignores it, unlike SIGHUP and SIGINT`() async throws {
        let input = Pipe()
        let process = try ChildProcess(
            "/bin/sh",
            ["-c", "trap '' TERM HUP INT; exec \"$0\" \"$@\"", DemoProcess.executable.path()] + data + [
                "sign-in", "a@b.co",
            ],
            environment: [:],
            input: input.fileHandleForReading,
            output: .nullDevice,
            error: .nullDevice
        )
        try await process.waitsInSystemCall()
        for signal in [SIGHUP, SIGINT, SIGTERM] { process.signal(signal) }
        #expect(try await process.ending == .exit(128 + SIGTERM))
        try input.fileHandleForWriting.close()
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal ends the full screen on a terminal that accepts no output`(number: Int32) async throws {
        let program = DemoProcess.executable.path()
        let (process, terminal) = try PseudoTerminal.running(program, data + ["--language", "en"])
        try await terminal.read(until: "Get started")
        #expect(tcflow(terminal.terminal.fileDescriptor, TCOOFF) == 0)
        // The program tries to draw the screen again.
        terminal.resize(columns: 60, rows: 20)
        process.signal(SIGWINCH)
        try await process.waitsInSystemCall()
        process.signal(number)
        #expect(try await process.ending == .exit(128 + number))
        #expect(terminal.echoes)
    }

    #if os(Linux)
    @Test(arguments: [50_000, 60_000, 61_000, 62_000, 65_000, 70_000])
    func `SIGTERM ends a full screen that has no memory for threads`(kilobytes: Int) async throws {
        let (process, terminal) = try PseudoTerminal.running(
            "/bin/sh",
            ["-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\"", DemoProcess.executable.path()] + data
        )
        try await process.waitsInSystemCall()
        process.signal(SIGTERM)
        let ending = try await process.ending
        // At a limit that differs between builds, the C library or the runtime itself lacks memory, and crashes.
        let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT].map { ChildProcess.Ending.signal($0) }
        #expect(([.exit(128 + SIGTERM), .exit(127)] + crashes).contains(ending))
        #expect(terminal.echoes || crashes.contains(ending))
    }

    @Test(arguments: [50_000, 60_000, 70_000, 80_000, 200_000])
    func `SIGTERM ends a program that has no memory for threads`(kilobytes: Int) async throws {
        _ = try await DemoProcess.run(
            data + ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"],
            input: Data("password1\n".utf8)
        )
        let input = folder.path + "/in"
        try Data("password1\n".utf8).write(to: URL(filePath: input))
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c", "ulimit -v \(kilobytes); exec \"$0\" \"$@\" <'\(input)' >/dev/null 2>&1",
                DemoProcess.executable.path(),
            ] + data + ["sign-in", "abcdef@gmail.com"]
        )
        try await process.waitsInSystemCall()
        process.signal(SIGTERM)
        // With this memory, some systems can start a thread, and the sign-in then fails or succeeds; or the runtime
        // itself lacks memory, and crashes.
        let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT].map { ChildProcess.Ending.signal($0) }
        let ending = try await process.ending
        #expect(([.exit(128 + SIGTERM), .exit(0), .exit(1), .exit(127)] + crashes).contains(ending))
    }
    #endif
}

extension ChildProcess {
    /// Returns once the program has opened a file with a name, or once it has ended.
    fileprivate func hasOpened(_ name: String) async {
        #if os(Linux)
        let folder = "/proc/\(identifier)/fd"
        while let numbers = try? FileManager.default.contentsOfDirectory(atPath: folder), !numbers.isEmpty {
            // A descriptor may have been closed since.
            let paths = numbers.map { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0) }
            if paths.contains(where: { $0?.hasSuffix("/" + name) == true }) { return }
            await Task.yield()
        }
        #endif
    }

    /// Returns once the program handles SIGTERM and its first thread waits, or once it has ended.
    fileprivate func waitsInSystemCall() async throws {
        #if os(Linux)
        while let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8) {
            let lines = status.split(separator: "\n")
            func value(_ name: String) -> Substring? {
                lines.first { $0.hasPrefix(name + ":") }?.split(separator: "\t").last
            }
            let caught = value("SigCgt").flatMap { UInt64($0, radix: 16) } ?? 0
            let state = value("State")?.first
            if state == "Z" || state == "S" && caught & 1 << (SIGTERM - 1) != 0 { return }
            await Task.yield()
        }
        #endif
    }
}
