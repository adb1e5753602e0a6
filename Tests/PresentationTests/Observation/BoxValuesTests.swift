import Presentation
import Testing

@MainActor
struct BoxValuesTests {
    @Test func `a sequence buffers the current value and every change, and ends when the box is released`() async {
        let values: AsyncStream<Int>
        do {
            let box = ObservableBox(1)
            values = box.observed.values
            for value in [2, 2, 3] { box.value = value }
        }
        #expect(await all(values) == [1, 2, 3])
    }

    @Test func `a waiting loop gets each change, and ends when the box is released`() async {
        var box: ObservableBox<Int>? = ObservableBox(0)
        var received: [Int] = []
        let values = box?.observed.values ?? AsyncStream { $0.finish() }
        for await value in values {
            received.append(value)
            if value < 3 { box?.value = value + 1 } else { box = nil }
        }
        #expect(received == [0, 1, 2, 3])
    }

    @Test func `every sequence gets the value at its creation and all later ones`() async {
        var box: ObservableBox<Int>? = ObservableBox(1)
        let first = box?.observed.values
        box?.value = 2
        let second = box?.observed.values
        box = nil
        #expect(await all(first) == [1, 2])
        #expect(await all(second) == [2])
    }

    @Test func `a sequence does not retain its box`() {
        weak var box: ObservableBox<Int>?
        var values: AsyncStream<Int>?
        do {
            let owned = ObservableBox(1)
            values = owned.observed.values
            box = owned
        }
        #expect(box == nil)
        withExtendedLifetime(values) {}
        values = nil
    }

    @Test func `releasing a sequence or leaving its loop ends the observation`() async {
        let box = ObservableBox(0)
        var calls = 0
        let counted = box.observed.map { value in
            calls += 1
            return value
        }
        _ = counted.values
        for await _ in counted.values { break }
        let before = calls
        box.value = 1
        #expect(calls == before)
    }

    @Test func `cancelling the task ends its loop and the observation`() async {
        let box = ObservableBox(0)
        var calls = 0
        let values = box.observed.map { value in
            calls += 1
            return value
        }.values
        let task = Task { await all(values) }
        task.cancel()
        _ = await task.value
        let before = calls
        box.value = 1
        #expect(calls == before)
    }

    @Test func `a mapped value has a sequence too, which ends when the box is released`() async {
        var box: ObservableBox<Int>? = ObservableBox(1)
        let isOdd = box?.observed.map { $0 % 2 == 1 }.values
        for value in [3, 4, 6] { box?.value = value }
        box = nil
        #expect(await all(isOdd) == [true, false])
    }

    private func all<Value: Sendable>(_ values: AsyncStream<Value>?) async -> [Value] {
        var received: [Value] = []
        for await value in values ?? AsyncStream(unfolding: { nil }) { received.append(value) }
        return received
    }
}
