import AccountDemo
import AccountFlowTesting
import Foundation
import Persistence
import Presentation
import Synchronization
import TestSupport
import Testing

/// Tests of the display of progress.
struct ProgressTests {
    private static let half = TransferProgress(accounts: 1500, fraction: 0.5, elapsed: .seconds(30))

    @Test(arguments: [
        (
            100,
            "\r[####################....................] 50 %, 1500 accounts, 50/s, 0:30 left; Ctrl-C stops\u{1B}[K"
        ),
        (64, "\r[#####.....] 50 %, 1500 accounts, 50/s, 0:30 left; Ctrl-C stops\u{1B}[K"),
        (58, "\r50 %, 1500 accounts, 50/s, 0:30 left; Ctrl-C stops\u{1B}[K"),
        (20, "\r50 %, 1500 account…\u{1B}[K"), (1, "\r\u{1B}[K"),
    ])
    func `a bar shows share, count, rate and remaining time, and fits the terminal`(columns: Int, shown: String) {
        var meter = ProgressMeter(columns: columns, text: Language.english.demoText, uptime: { .zero })
        #expect(meter.output(for: Self.half) == shown)
        #expect(meter.outputToHide() == "\r\u{1B}[K")
        #expect(meter.outputToHide() == nil)
    }

    @Test(arguments: [
        (TransferProgress(accounts: 0, fraction: 0, elapsed: .zero), "0 %, 0 accounts, 0/s"),
        (TransferProgress(accounts: 1, fraction: nil, elapsed: .seconds(2)), "1 account, 1/s"),
        (
            TransferProgress(accounts: 7_200, fraction: 0.001, elapsed: .seconds(7.2)),
            "0 %, 7200 accounts, 1000/s, 1:59:53 left"
        ),
        (TransferProgress(accounts: 9, fraction: 1.5, elapsed: .seconds(9)), "100 %, 9 accounts, 1/s, 0:00 left"),
    ])
    func `a line without a bar shows percentage, count, rate and remaining time`(
        progress: TransferProgress,
        shown: String
    ) {
        var meter = ProgressMeter(
            columns: shown.count + 16,
            text: Language.english.demoText,
            uptime: { .zero }
        )
        #expect(meter.output(for: progress) == "\r" + shown + "; Ctrl-C stops\u{1B}[K")
    }

    @Test func `a bar is redrawn at most ten times a second`() {
        var meter = ProgressMeter(columns: 80, text: Language.korean.demoText, uptime: { .zero })
        let shown = [0, 99, 100, 150, 199, 200].map { time in
            meter.output(for: TransferProgress(accounts: 1, fraction: 0.1, elapsed: .milliseconds(time))) != nil
        }
        #expect(shown == [true, false, true, false, false, true])
    }

    @Test func `without a terminal a line is printed every five seconds`() {
        var meter = ProgressMeter(columns: nil, text: Language.english.demoText, uptime: { .zero })
        let shown = [0, 4_999, 5_000, 9_999, 10_000].map { time in
            meter.output(for: TransferProgress(accounts: 10, fraction: nil, elapsed: .milliseconds(time)))
        }
        #expect(shown == [nil, nil, "10 accounts, 2/s; Ctrl-C stops\n", nil, "10 accounts, 1/s; Ctrl-C stops\n"])
        #expect(meter.outputToHide() == nil)
    }

    /// Waits until the task is cancelled.
    private func cancellation() async {
        let isCancelled = Gate()
        await withTaskCancellationHandler {
            await isCancelled.pass()
        } onCancel: {
            Task { await isCancelled.open() }
        }
    }

    @Test(arguments: [
        (Int?.some(80), "\r6 s; Ctrl-C stops\u{1B}[K\r12 s; Ctrl-C stops\u{1B}[K\r\u{1B}[K"),
        (nil, "6 s; Ctrl-C stops\n12 s; Ctrl-C stops\n"),
    ])
    func `work whose progress is unknown shows every second for how long it has run`(columns: Int?, shown: String) async
    {
        let (console, clock, pauses) = (RecordingConsole(), ManualUptime(), MessageLog<Duration>())
        let meter = ProgressMeter(columns: columns, text: Language.english.demoText, uptime: clock.read)
        let isDone = Gate()
        let value = await meter.showingTime(on: console) { duration in
            pauses.append(duration)
            guard pauses.messages.count > 2 else { return }
            await isDone.open()
            await cancellation()
        } _: { _ in
            await isDone.pass()
            return 7
        }
        #expect(value == 7)
        #expect(pauses.messages == Array(repeating: .seconds(1), count: 3))
        #expect(console.error == shown)
    }

    @Test(arguments: [
        (
            Language.english, Int?.some(80),
            "\r[##############################..........] 75 %, 6 s, 0:02 left; Ctrl-C stops\u{1B}[K\r\u{1B}[K"
        ),
        (.english, nil, "75 %, 6 s, 0:02 left; Ctrl-C stops\n"),
        (.korean, nil, "75 %, 6초, 남은 시간 0:02, Ctrl-C 중지\n"),
    ])
    func `work that reports its finished part shows the last one and the remaining time`(
        language: Language,
        columns: Int?,
        shown: String
    ) async {
        let (console, clock) = (RecordingConsole(), ManualUptime())
        let meter = ProgressMeter(columns: columns, text: language.demoText, uptime: clock.read)
        let (hasReported, isShown) = (Gate(), Gate())
        await meter.showingTime(on: console) { _ in
            guard !console.error.isEmpty else { return await hasReported.pass() }
            await isShown.open()
            await cancellation()
        } _: { progress in
            for part in [0.25, 0.5, 0.75] { progress(part) }
            await hasReported.open()
            await isShown.pass()
        }
        #expect(console.error == shown)
    }

    @Test(arguments: [(Int?.some(80), false), (nil, false), (80, true)])
    func `an import shows progress on standard error, but not with --json`(columns: Int?, isJSON: Bool) async throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/accounts.jsonl"
        try Data(#"{"id":"a@b.co","profile":{},"passwordHash":"x","createdAt":1}"#.utf8).write(to: URL(filePath: path))
        let clock = ManualUptime()
        let console = RecordingConsole(errorColumns: columns)
        let options = ["--data", folder.path + "/data", "--language", "en"] + (isJSON ? ["--json"] : [])
        #expect(await console.run(options + ["import", path], uptime: clock.read) == .done)
        if isJSON {
            #expect(console.error == "")
        } else if columns == nil {
            #expect(console.error.hasPrefix("100 %, 0 accounts, 0/s, 0:00 left; Ctrl-C stops\n"))
        } else {
            #expect(console.error.hasPrefix("\r[####"))
            #expect(console.error.hasSuffix("\r\u{1B}[K"))
        }
    }
}

/// A clock on which six seconds pass each time it is read.
private final class ManualUptime: Sendable {
    private let seconds = Mutex(0)

    var read: @Sendable () -> Duration {
        {
            self.seconds.withLock { seconds in
                seconds += 6
                return .seconds(seconds)
            }
        }
    }
}
