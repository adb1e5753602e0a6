import AccountDemo
import AccountFlowTesting
import App
import Presentation
import TestSupport
import Testing

/// Tests of an idle app, which runs no timer and draws nothing.
@MainActor
struct IdleTests {
    @Test func `an idle screen runs no timer and draws nothing`() async {
        let clock = ManualClock()
        let app = await FullScreenApp.stub(.shop, clock: clock, availabilityPause: .milliseconds(400))
        var frames = 0
        var writer = FrameWriter(in: .themed)
        app.changed = { if !writer.output(for: app.drawn()).isEmpty { frames += 1 } }
        var screens: Set<String> = []
        let steps: [[Key]] = [
            [], [.enter], [.text("abcdef"), .tab, .text("short")], [.function(3)], [.escape], [.function(2)],
            [.escape, .enter, .text("abcdef"), .tab, .text("ghijkl"), .enter], [.escape],
        ]
        for step in steps {
            await app.type(step)
            screens.insert(app.content.title)
            let drawn = frames
            for _ in 0..<20 { await Task.yield() }
            #expect(clock.sleeperCount == 0, "after \(step)")
            #expect(frames == drawn, "after \(step)")
        }
        #expect(screens.count >= 3)
        #expect(frames >= steps.count - 1)
    }

    @Test func `a finished availability check leaves no timer`() async {
        let clock = ManualClock()
        let app = await FullScreenApp.stub(.start, clock: clock, availabilityPause: .milliseconds(400))
        await app.type([.enter, .text("abcdef@gmail.com")])
        await clock.sleepBegun()
        clock.advance(by: .milliseconds(400))
        let answered = Gate()
        app.changed = { if app.drawn().text.contains("✔ not taken") { Task { await answered.pass() } } }
        app.changed()
        await answered.arrival()
        #expect(clock.sleeperCount == 0)
    }
}
