import Domain
import Presentation
import TestSupport
import Testing

/// Random walks of intents and late answers over the whole flow.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RandomWalkTests {
    private static let walks = 1_000

    @Test(
        "S4.6 on every walk: enabled exactly while valid, signed in exactly while a session is there, nothing stale stored",
        .serialized,
        arguments: 0..<Thoroughness.count(1, change: 10, soak: 200)
    )
    func walks(part: Int) async {
        var reached: Set<String> = []
        for walk in 0..<Self.walks {
            let seed = UInt64(part * 1_000_000 + walk)
            let sut = FlowWalk(seed: seed)
            for _ in 0..<30 { await sut.step() }
            await sut.finish()
            #expect(sut.violations == [], "seed \(seed)")
            if !sut.violations.isEmpty { return }
            reached.formUnion(sut.reached)
        }
        #expect(
            reached == [
                "start", "sign-up", "sign-in", "home", "home, signed in", "account", "refusal", "terms", "deletion",
                "notice", "unavailable",
            ]
        )
    }

    @Test func `two whole flows in one process do not disturb each other`() async {
        for seed in 0..<100 as Range<UInt64> {
            let resting = FlowWalk(seed: 2 * seed)
            for _ in 0..<40 { await resting.step() }
            // Whatever can go on without another answer does.
            for _ in 0..<200 { await Task.yield() }
            let (state, alert, stored) = (
                resting.flow.state.value, resting.flow.alerts.state.value, resting.world.session
            )

            let moving = FlowWalk(seed: 2 * seed + 1)
            for _ in 0..<40 { await moving.step() }
            await moving.finish()

            #expect(resting.flow.state.value == state && resting.flow.alerts.state.value == alert, "seed \(seed)")
            #expect(resting.world.session == stored, "seed \(seed)")
            await resting.finish()
            #expect(moving.violations + resting.violations == [], "seed \(seed)")
        }
    }
}
