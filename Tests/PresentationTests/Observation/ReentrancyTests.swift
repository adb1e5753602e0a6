import Presentation
import TestSupport
import Testing

@MainActor
struct ReentrancyTests {
    @Test(
        "every observer sees every change in order, whatever two things one of them does during delivery",
        arguments: BoxCrowd.Action.allCases,
        BoxCrowd.Action.allCases
    )
    func pairs(first: BoxCrowd.Action, second: BoxCrowd.Action) {
        for actor in 0..<4 {
            let crowd = BoxCrowd()
            for place in 0..<4 {
                crowd.join { [unowned crowd] _, value in
                    guard place == actor, value == 1 else { return }
                    crowd.perform(first, at: place)
                    crowd.perform(second, at: place)
                }
            }
            crowd.set()
            crowd.set()
            crowd.check("observer \(actor) of 4")
        }
    }

    @Test(
        "every observer sees every change in order when anybody does anything at any time",
        arguments: 0..<100 as Range<UInt64>
    )
    func walk(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps = 80
        let whole = BoxCrowd()
        // What its members do must not keep the crowd that keeps them.
        unowned let crowd = whole
        func act(_ place: Int) {
            guard steps > 0 else { return }
            steps -= 1
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: crowd.set()
            case 2: crowd.join { place, _ in if Int.random(in: 0..<4, using: &random) == 0 { act(place) } }
            case 3: crowd.cancel(place)
            default: crowd.cancel(Int.random(in: 0..<crowd.count + 1, using: &random))
            }
        }
        while steps > 0 { act(0) }
        whole.check("seed \(seed)")
    }
}
