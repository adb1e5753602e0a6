import Observation
import Presentation
import Synchronization
import Testing

@MainActor
struct BoxTrackingTests {
    @Test(arguments: Reading.allCases)
    private func `withObservationTracking reports the next change of a box or a derived value, once`(reading: Reading) {
        let box = ObservableBox(1)
        let count = ChangeCount()
        count.track { reading.read(box) }

        box.value = 1
        #expect(count.value == 0)
        box.value = 2
        box.value = 3
        #expect(count.value == 1)

        count.track { reading.read(box) }
        box.value = 4
        #expect(count.value == 2)
    }

    @Test func `a change is reported before the value is set, and once for all boxes that were read`() {
        let box = ObservableBox(1)
        let other = ObservableBox(10)
        let seen = ChangeCount()
        withObservationTracking {
            _ = (box.value, other.value)
        } onChange: {
            MainActor.assumeIsolated { seen.add(box.value) }
        }

        box.value = 2
        other.value = 20

        #expect(seen.value == 1)
    }

    @Test func `nested trackings both report a change`() {
        let box = ObservableBox(1)
        let inner = ChangeCount()
        let outer = ChangeCount()
        outer.track { inner.track { _ = box.value } }

        box.value = 2

        #expect(inner.value == 1)
        #expect(outer.value == 1)
    }

    @Test func `setting the box in onChange does not deliver a value twice`() {
        let box = ObservableBox(1)
        let recorder = Recorder(box.observed)
        withObservationTracking {
            _ = box.value
        } onChange: {
            MainActor.assumeIsolated { box.value = 2 }
        }

        box.value = 2
        box.value = 3

        #expect(recorder.values == [1, 2, 3])
    }

    @Test func `a tracking that starts in onChange reports a change that is made there`() {
        let box = ObservableBox(1)
        let anew = ChangeCount()
        withObservationTracking {
            _ = box.value
        } onChange: {
            MainActor.assumeIsolated {
                anew.track { _ = box.value }
                box.value = 2
            }
        }

        box.value = 3

        #expect(anew.value == 1)
        #expect(box.value == 3)
    }

    @Test func `the onChange closure is released with the last of its boxes, even without a change`() {
        weak var witness: ChangeCount?
        do {
            let boxes = [ObservableBox(1), ObservableBox(2)]
            let captured = ChangeCount()
            captured.track { for box in boxes { _ = (box.value, box.value) } }
            witness = captured
            #expect(witness != nil)
        }
        #expect(witness == nil)
    }

    @Test func `a pending tracking does not retain its box`() {
        weak var box: ObservableBox<Int>?
        let count = ChangeCount()
        do {
            let owned = ObservableBox(1)
            count.track { _ = owned.value }
            box = owned
        }
        #expect(box == nil)
        #expect(count.value == 0)
    }
}

/// The ways to read a box.
private enum Reading: CaseIterable {
    case box, face, map

    @MainActor
    func read(_ box: ObservableBox<Int>) {
        switch self {
        case .box: _ = box.value
        case .face: _ = box.observed.value
        case .map: _ = box.observed.map { $0 + 1 }.value
        }
    }
}

/// A counter for any thread.
private final class ChangeCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ number: Int) { count.add(number, ordering: .relaxed) }

    @MainActor
    func track(_ read: @MainActor () -> Void) {
        withObservationTracking {
            read()
        } onChange: {
            self.add(1)
        }
    }
}
