import Presentation
import Testing

@MainActor
struct ObservableBoxMemoryTests {
    @Test func `a box goes with its owner`() {
        weak var box: ObservableBox<Int>?
        do {
            let owned = ObservableBox(1)
            let subscription = owned.observe { _ in }
            box = owned
            #expect(box != nil)
            subscription.cancel()
        }
        #expect(box == nil)
    }

    @Test func `a cancelled subscription keeps no box alive`() {
        weak var box: ObservableBox<Int>?
        let subscription: Subscription
        do {
            let owned = ObservableBox(1)
            subscription = owned.observe { _ in }
            box = owned
        }
        subscription.cancel()
        #expect(box == nil)
    }

    @Test func `what an observer captures is released when the subscription is cancelled`() {
        let box = ObservableBox(1)
        weak var witness: Witness?
        let subscription: Subscription
        do {
            let captured = Witness()
            subscription = box.observe { _ in captured.touch() }
            witness = captured
        }
        #expect(witness != nil)

        subscription.cancel()

        #expect(witness == nil)
    }

    @Test func `what an observer captures is released with the subscription`() {
        let box = ObservableBox(1)
        weak var witness: Witness?
        var subscription: Subscription?
        do {
            let captured = Witness()
            subscription = box.observe { _ in captured.touch() }
            witness = captured
        }
        #expect(witness != nil && subscription != nil)

        subscription = nil

        #expect(witness == nil)
        #expect(box.value == 1)
    }

    @Test func `what an observer captures is released after it cancelled itself during delivery`() {
        let box = ObservableBox(1)
        weak var witness: Witness?
        var subscription: Subscription?
        do {
            let captured = Witness()
            subscription = box.observe { value in
                captured.touch()
                if value == 2 { subscription?.cancel() }
            }
            witness = captured
        }

        box.value = 2

        #expect(witness == nil)
        #expect(subscription != nil)
    }

    @Test func `an observer whose release cancels another subscription of the box is released in peace`() {
        let box = ObservableBox(1)
        let recorder = Recorder(box.observed)
        var chain: Subscription?
        for _ in 0..<10 {
            let inner = chain
            chain = box.observe { _ in withExtendedLifetime(inner) {} }
        }

        chain?.cancel()
        box.value = 2

        #expect(recorder.values == [1, 2])
    }

    @Test func `a subscription may be released on another thread`() async {
        let box = ObservableBox(1)
        var calls = 0
        for _ in 0..<100 {
            let task: Task<Void, Never>
            do {
                let holder = Holder(box.observe { _ in calls += 1 })
                task = Task.detached { holder.touch() }
            }
            await task.value
        }
        #expect(calls == 100)

        await withTaskGroup { group in
            for _ in 0..<100 {
                let holder = Holder(box.observe { _ in calls += 1 })
                group.addTask { holder.touch() }
            }
            for value in 2..<200 { box.value = value }
        }
        calls = 0
        box.value = 1_000

        #expect(calls == 0)
    }
}

@MainActor
struct ObservedValueMemoryTests {
    @Test("what is made of a box goes with its subscription, and keeps the box no longer", arguments: [true, false])
    func released(isCancelled: Bool) {
        weak var box: ObservableBox<Int>?
        weak var other: ObservableBox<Int>?
        weak var witness: Witness?
        var subscription: Subscription?
        do {
            let captured = Witness()
            let owned = ObservableBox(1)
            let second = ObservableBox(1)
            subscription =
                owned.observed.map { $0 + 1 }.combined(with: second.observed).removingDuplicates { $0.0 }
                .observe { _ in captured.touch() }
            (box, other, witness) = (owned, second, captured)
            second.value = 2
            owned.value = 2
            #expect(captured.touches == 2)
        }
        #expect(box != nil && other != nil && witness != nil)

        if isCancelled { subscription?.cancel() } else { subscription = nil }

        #expect(box == nil && other == nil && witness == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test func `an observer that holds its own subscription is let go when it is cancelled`() {
        weak var witness: Witness?
        let box = ObservableBox(1)
        let other = ObservableBox(1)
        do {
            let captured = Witness()
            witness = captured
            captured.subscription = box.observed.combined(with: other.observed).observe { _ in captured.touch() }
        }
        witness?.subscription?.cancel()
        witness?.subscription = nil
        #expect(witness == nil)
    }

    @Test func `the face keeps its box`() {
        let face: ObservedValue<Int>
        do { face = ObservableBox(1).observed.map { $0 + 1 } }
        #expect(face.value == 2)
    }
}

/// Something whose lifetime a test watches.
@MainActor
private final class Witness {
    private(set) var touches = 0
    var subscription: Subscription?

    func touch() { touches += 1 }
}

/// An object of the main actor that holds a subscription, as a view model does.
@MainActor
private final class Holder {
    private let subscription: Subscription

    init(_ subscription: Subscription) { self.subscription = subscription }

    nonisolated func touch() {}
}
