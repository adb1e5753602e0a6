import Presentation
import TestSupport
import Testing

@MainActor
struct ObservableBoxTests {
    @Test func `S4.10 an observer gets the current value first, then every change`() {
        let box = ObservableBox(1)
        var received: [Int] = []
        let subscription = box.observe { received.append($0) }

        box.value = 2
        box.value = 3

        #expect(received == [1, 2, 3])
        #expect(box.value == 3)
        subscription.cancel()
    }

    @Test func `a read-only view returns and delivers the value of its box`() {
        let box = ObservableBox("a")
        let face = box.observed
        let recorder = Recorder(face)

        box.value = "b"

        #expect(face.value == "b")
        #expect(recorder.values == ["a", "b"])
    }

    @Test func `a value that equals the current one is not delivered`() {
        let box = ObservableBox(1)
        let recorder = Recorder(box.observed)

        box.value = 1
        box.value = 2
        box.value = 2
        box.value = 1

        #expect(recorder.values == [1, 2, 1])
    }

    @Test func `values that are not Equatable are always delivered`() {
        struct Token { let number: Int }
        let box = ObservableBox(Token(number: 1))
        let recorder = Recorder(box.observed)

        box.value = Token(number: 1)
        box.value = Token(number: 2)

        #expect(recorder.values.map(\.number) == [1, 1, 2])
    }

    @Test func `a member of the value can be set in place, and that is one change`() {
        struct Point: Equatable { var x = 0, y = 0 }
        let box = ObservableBox(Point())
        let recorder = Recorder(box.observed)

        box.value.x = 5
        box.value.y = 0

        #expect(recorder.values == [Point(), Point(x: 5)])
    }

    @Test func `observers are called in the order in which they subscribed`() {
        let box = ObservableBox(0)
        var calls: [String] = []
        let first = box.observe { calls.append("first \($0)") }
        let second = box.observe { calls.append("second \($0)") }
        let third = box.observe { calls.append("third \($0)") }
        first.cancel()
        let fourth = box.observe { calls.append("fourth \($0)") }
        calls = []

        box.value = 1

        #expect(calls == ["second 1", "third 1", "fourth 1"])
        withExtendedLifetime((second, third, fourth)) {}
    }

    // MARK: During delivery

    @Test func `a value that is set during the first delivery to an observer is delivered after it`() {
        let box = ObservableBox(1)
        let before = Recorder(box.observed)
        var entered: [Int] = []
        var left: [Int] = []
        let subscription = box.observe { value in
            entered.append(value)
            if value < 3 { box.value = value + 1 }
            left.append(value)
        }

        #expect(entered == [1, 2, 3])
        #expect(left == [1, 2, 3])
        #expect(before.values == [1, 2, 3])
        subscription.cancel()
    }

    // MARK: Cancellation

    @Test func `cancelling twice has no further effect, and other observers continue`() {
        let box = ObservableBox(0)
        var received: [Int] = []
        let subscription = box.observe { received.append($0) }
        let other = Recorder(box.observed)

        subscription.cancel()
        subscription.cancel()
        let next = Recorder(box.observed)
        subscription.cancel()
        box.value = 1

        #expect(received == [0])
        #expect(other.values == [0, 1])
        #expect(next.values == [0, 1])
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `any number of observers get every value, even after many are cancelled`(count: Int) {
        let box = ObservableBox(0)
        var received = Array(repeating: [Int](), count: count)
        var subscriptions = (0..<count).map { index in box.observe { received[index].append($0) } }

        box.value = 1
        for index in subscriptions.indices where index % 3 != 0 { subscriptions[index].cancel() }
        box.value = 2
        subscriptions.removeAll()
        box.value = 3

        for index in 0..<count {
            #expect(received[index] == (index % 3 == 0 ? [0, 1, 2] : [0, 1]))
        }
    }
}
