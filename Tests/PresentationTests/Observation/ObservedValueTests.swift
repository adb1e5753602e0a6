import Presentation
import Testing

@MainActor
struct ObservedValueTests {
    private struct Point: Equatable {
        var x = 0
        var y = 0
    }

    // MARK: map

    @Test func `what a function makes of a value is read at once and delivered at every change`() {
        let box = ObservableBox(1)
        let text = box.observed.map { "\($0)" }
        let recorder = Recorder(text)

        box.value = 2

        #expect(recorder.values == ["1", "2"])
        #expect(text.value == "2")
    }

    @Test func `what equals the one before is not repeated, though the value has changed`() {
        let box = ObservableBox(1)
        let isOdd = Recorder(box.observed.map { $0 % 2 == 1 })

        for value in [3, 5, 6, 8, 7] { box.value = value }

        #expect(isOdd.values == [true, false, true])
    }

    @Test func `what cannot be compared is delivered at every change`() {
        struct Token { let number: Int }
        let box = ObservableBox(1)
        let tokens = Recorder(box.observed.map { Token(number: $0 / 10) })

        box.value = 2
        box.value = 30

        #expect(tokens.values.map(\.number) == [0, 0, 3])
    }

    @Test func `a part that is absent is a value like others`() {
        let box = ObservableBox<Int?>(nil)
        let recorder = Recorder(box.observed.map { $0 })

        box.value = 1
        box.value = nil

        #expect(recorder.values == [nil, 1, nil])
    }

    @Test func `a function of a function follows the box, and a value set meanwhile waits its turn`() {
        let box = ObservableBox(1)
        let setter = box.observe { if $0 == 2 { box.value = 3 } }
        let recorder = Recorder(box.observed.map { $0 * 10 }.map { $0 + 1 })

        box.value = 2

        #expect(recorder.values == [11, 21, 31])
        setter.cancel()
    }

    @Test func `a key path is a function too`() {
        let box = ObservableBox(Point(x: 1))
        let recorder = Recorder(box.observed.map(\.x))

        box.value.y = 2
        box.value.x = 3

        #expect(recorder.values == [1, 3])
    }

    // MARK: removingDuplicates

    @Test func `changes that leave a part as it is are left out, and the value is the present one nevertheless`() {
        let box = ObservableBox(Point())
        let face = box.observed.removingDuplicates(of: \.x)
        let recorder = Recorder(face)

        box.value.y = 1
        #expect(face.value == Point(y: 1))
        box.value.x = 2
        box.value.y = 3
        box.value.x = 0

        #expect(recorder.values == [Point(), Point(x: 2, y: 1), Point(x: 0, y: 3)])
    }

    @Test func `every observer has a memory of its own`() {
        let box = ObservableBox(Point())
        let face = box.observed.removingDuplicates(of: \.x)
        let early = Recorder(face)
        box.value.x = 1
        let late = Recorder(face)
        box.value.y = 1
        box.value.x = 2

        #expect(early.values.map(\.x) == [0, 1, 2])
        #expect(late.values.map(\.x) == [1, 2])
    }

    // MARK: combined

    @Test func `a pair changes with either half`() {
        let left = ObservableBox(1)
        let right = ObservableBox("a")
        let pair = left.observed.combined(with: right.observed)
        let recorder = Recorder(pair.map { "\($0)\($1)" })

        left.value = 2
        right.value = "b"
        right.value = "b"
        left.value = 3

        #expect(recorder.values == ["1a", "2a", "2b", "3b"])
        #expect(pair.value == (3, "b"))
    }

    @Test func `a half that is set while the other is delivered waits until the observer is done with the pair`() {
        let left = ObservableBox(0)
        let right = ObservableBox(0)
        var entered: [String] = []
        var done: [String] = []
        let subscription = left.observed.combined(with: right.observed).observe { one, other in
            entered.append("\(one)\(other)")
            if one == 1, other < 2 { right.value = other + 1 }
            done.append("\(one)\(other)")
        }

        left.value = 1
        left.value = 2

        #expect(entered == ["00", "10", "11", "12", "22"])
        #expect(done == entered)
        subscription.cancel()
    }

    @Test func `the pair of a box with itself ends with both halves alike`() {
        let box = ObservableBox(1)
        let recorder = Recorder(box.observed.combined(with: box.observed).map { $0 - $1 })

        box.value = 5

        #expect(recorder.values == [0, 4, 0])
    }

    @Test(arguments: [true, false])
    func `a pair that is cancelled or released observes neither half any more`(isCancelled: Bool) {
        let left = ObservableBox(0)
        let right = ObservableBox(0)
        var calls = 0
        var subscription: ObservationToken? = left.observed.combined(with: right.observed).observe { _ in calls += 1 }

        if isCancelled { subscription?.cancel() } else { subscription = nil }
        left.value = 1
        right.value = 1

        #expect(calls == 1)
        withExtendedLifetime(subscription) {}
    }
}
