import Presentation
import Testing

@MainActor
struct ObservableBoxMemoryTests {
    @Test func `a box and its observers are released with its owner, even if a token remains`() {
        weak var box: ObservableBox<Int>?
        weak var witness: Witness?
        let token: ObservationToken
        do {
            let captured = Witness()
            let owned = ObservableBox(1)
            token = owned.observe { _ in captured.touch() }
            (box, witness) = (owned, captured)
        }
        #expect(box == nil)
        #expect(witness == nil)
        token.cancel()
    }

    @Test func `the captures of an observer are released after it cancels itself during delivery`() {
        let box = ObservableBox(1)
        weak var witness: Witness?
        var subscription: ObservationToken?
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

    @Test func `the release of an observer may cancel another subscription of the same box`() {
        let box = ObservableBox(1)
        let recorder = Recorder(box.observed)
        var chain: ObservationToken?
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
    @Test(arguments: [true, false])
    func `the captures of a mapped value's observer are released with its token`(isCancelled: Bool) {
        let box = ObservableBox(1)
        weak var witness: Witness?
        var subscription: ObservationToken?
        do {
            let captured = Witness()
            witness = captured
            subscription = box.observed.map { $0 + 1 }.observe { _ in captured.touch() }
            box.value = 2
            #expect(captured.touches == 2)
        }
        #expect(witness != nil)

        if isCancelled { subscription?.cancel() } else { subscription = nil }

        #expect(witness == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test func `an observer that retains its own subscription is released once that is cancelled`() {
        weak var witness: Witness?
        let box = ObservableBox(1)
        do {
            let captured = Witness()
            witness = captured
            captured.subscription = box.observed.map { $0 + 1 }.observe { _ in captured.touch() }
        }
        witness?.subscription?.cancel()
        #expect(witness == nil)
    }

    @Test func `an ObservedValue retains its box`() {
        let face: ObservedValue<Int>
        do { face = ObservableBox(1).observed.map { $0 + 1 } }
        #expect(face.value == 2)
    }
}

/// An object whose release a test checks.
@MainActor
private final class Witness {
    private(set) var touches = 0
    var subscription: ObservationToken?

    func touch() { touches += 1 }
}

/// An object of the main actor that holds a subscription, as a view model does.
@MainActor
private final class Holder {
    private let subscription: ObservationToken

    init(_ subscription: ObservationToken) { self.subscription = subscription }

    nonisolated func touch() {}
}
