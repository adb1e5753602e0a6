import Presentation
import TestSupport
import Testing

@MainActor
struct ReentrancyTests {
    @Test(arguments: BoxCrowd.Action.allCases, BoxCrowd.Action.allCases)
    func `every observer gets all changes in order, even if one acts twice during delivery`(
        first: BoxCrowd.Action,
        second: BoxCrowd.Action
    ) {
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

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `every observer gets all changes in order under random reentrant actions`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps = 80
        let whole = BoxCrowd()
        // Unowned, so that the closures of the observers do not retain the crowd.
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

/// A box of ascending numbers, with observers that can change it during a delivery.
@MainActor
final class BoxCrowd {
    enum Action: CaseIterable {
        case set
        case subscribe
        case cancelSelf
        case cancelEarlier
        case cancelLater
    }

    private struct Member {
        let since: Int
        var received: [Int] = []
        var subscription: ObservationToken?
        var isCancelled = false
        var isCalled = false
    }

    private let box = ObservableBox(0)
    private var latest = 0
    private var members: [Member] = []

    var count: Int { members.count }

    func set() {
        latest += 1
        box.value = latest
        #expect(box.value == latest)
    }

    /// Adds an observer.
    ///
    /// - Parameter react: A function that the observer calls with its place and each number that it gets.
    func join(_ react: @escaping @MainActor (Int, Int) -> Void = { _, _ in }) {
        let place = members.count
        members.append(Member(since: latest))
        let subscription = box.observe { [unowned self] value in
            #expect(!members[place].isCalled, "an observer is called while it still has the value before")
            #expect(!members[place].isCancelled, "a cancelled observer is called")
            members[place].isCalled = true
            members[place].received.append(value)
            react(place, value)
            members[place].isCalled = false
        }
        members[place].subscription = subscription
    }

    func cancel(_ place: Int) {
        guard members.indices.contains(place), let subscription = members[place].subscription else { return }
        members[place].isCancelled = true
        subscription.cancel()
    }

    func perform(_ action: Action, at place: Int) {
        switch action {
        case .set: set()
        case .subscribe: join()
        case .cancelSelf: cancel(place)
        case .cancelEarlier: cancel(place - 1)
        case .cancelLater: cancel(place + 1)
        }
    }

    /// Checks that every observer has got all numbers from its first one to the last.
    ///
    /// The numbers of a cancelled observer may end earlier.
    func check(_ comment: Comment) {
        for member in members {
            let end = member.isCancelled ? member.since + member.received.count : latest + 1
            #expect(member.received == Array(member.since..<end), comment)
        }
    }
}
