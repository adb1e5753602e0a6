import Presentation
import Testing

@MainActor
struct ObservedValueTests {
    @Test func `a mapped value can be read at once, and is delivered at every change`() {
        let box = ObservableBox(1)
        let text = box.observed.map { "\($0)" }
        let recorder = Recorder(text)

        box.value = 2

        #expect(recorder.values == ["1", "2"])
        #expect(text.value == "2")
    }

    @Test func `a mapped value that equals the previous one is not delivered again`() {
        let box = ObservableBox(1)
        let isOdd = Recorder(box.observed.map { $0 % 2 == 1 })

        for value in [3, 5, 6, 8, 7] { box.value = value }

        #expect(isOdd.values == [true, false, true])
    }

    @Test func `a mapped value that is not Equatable is delivered at every change`() {
        struct Token { let number: Int }
        let box = ObservableBox(1)
        let tokens = Recorder(box.observed.map { Token(number: $0 / 10) })

        box.value = 2
        box.value = 30

        #expect(tokens.values.map(\.number) == [0, 0, 3])
    }

    @Test func `a map of a map follows the box, even if an observer sets it during delivery`() {
        let box = ObservableBox(1)
        let setter = box.observe { if $0 == 2 { box.value = 3 } }
        let recorder = Recorder(box.observed.map { $0 * 10 }.map { $0 + 1 })

        box.value = 2

        #expect(recorder.values == [11, 21, 31])
        setter.cancel()
    }

    @Test func `a mapped value is compared with the previous one separately for every observer`() {
        let box = ObservableBox(0)
        let isOdd = box.observed.map { $0 % 2 == 1 }
        let early = Recorder(isOdd)
        box.value = 1
        let late = Recorder(isOdd)
        box.value = 3
        box.value = 4

        #expect(early.values == [false, true, false])
        #expect(late.values == [true, false])
    }
}
