import AccountDemo
import AccountFlowTesting
import App
import Foundation
import Presentation
import TestSupport
import Testing

/// Measurements of the full screen's speed and of its processor time when idle; `make figures` prints them.
@MainActor
@Suite(.enabled(if: ProcessInfo.processInfo.environment["MEASURED_PROGRAM"] != nil))
struct ScreenFigures {
    private let program = ProcessInfo.processInfo.environment["MEASURED_PROGRAM"] ?? ""
    private let folder = TemporaryFolder()

    private func start() throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        try PseudoTerminal.running(program, ["--data", folder.path + "/data", "--language", "ko"])
    }

    private func print(_ name: String, _ times: [Duration]) {
        let sorted = times.map { $0 / .milliseconds(1) }.sorted()
        let shown = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]].map { String(format: "%.2f", $0) }
        Swift.print("\(name): median \(shown[0]) ms, \(shown[1])–\(shown[2]) ms, \(sorted.count) times")
    }

    @Test func `the time from the start to the first frame is measured`() async throws {
        var times: [Duration] = []
        for _ in 0..<40 {
            let begin = ContinuousClock.now
            let (process, terminal) = try start()
            try await terminal.read(until: "시작하기")
            times.append(begin.duration(to: .now))
            try terminal.type("\u{3}")
            #expect(try await process.ending == .exit(0))
        }
        print("start to first frame, over a pseudo-terminal", times)
    }

    @Test func `the time from a key to its frame over a terminal is measured`() async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        try terminal.type("\r\t\t\t")
        while try await !terminal.isSilent(for: 500) { try await terminal.read(until: "\u{1B}[?2026l") }
        var times: [Duration] = []
        for number in 0..<200 {
            let begin = ContinuousClock.now
            try terminal.type(number % 2 == 0 ? "a" : "\u{7F}")
            try await terminal.read(until: "\u{1B}[?2026l")
            times.append(begin.duration(to: .now))
        }
        print("key to frame, there and back over a pseudo-terminal", times)
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }

    @Test func `the time from a key to the output for the terminal is measured`() async {
        let app = await FullScreenApp.stub(.start, language: .korean)
        await app.type([.enter])
        var writer = FrameWriter(in: .themed)
        _ = writer.output(for: app.drawn())
        var (times, bytes): ([Duration], Int) = ([], 0)
        for number in 0..<1_000 {
            let key: Key = number % 10 == 9 ? .tab : number % 2 == 0 ? .text("a") : .backspace
            let begin = ContinuousClock.now
            app.press(key)
            bytes += writer.output(for: app.drawn()).utf8.count
            times.append(begin.duration(to: .now))
        }
        print("key to drawn change, within one process", times)
        Swift.print("bytes sent for a key: \(bytes / 1_000) on average")
    }

    #if os(Linux)
    @Test func `the processor time of an idle screen is measured`() async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        for keys in ["", "\rabcdef@gmail.com", "\tpassword1"] {
            try terminal.type(keys)
            // Work that the keys have started, such as the availability check, ends within this time.
            while try await !terminal.isSilent(for: 1_500) { try await terminal.read(until: "\u{1B}[?2026l") }
            let before = try ticks(of: process)
            let isSilent = try await terminal.isSilent(for: 5_000)
            Swift.print("idle for 5 s: \(try ticks(of: process) - before) clock ticks, no frame: \(isSilent)")
        }
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }

    /// Returns the processor time of a process in ticks of 1/100 second (proc(5)).
    private func ticks(of process: ChildProcess) throws -> Int {
        let line = try String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8)
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        return try #require(fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : nil)
    }
    #endif
}
