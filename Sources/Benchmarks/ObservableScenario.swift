import CAllocations
import Observation
import Presentation

/// The cost of a box, compared with a plain array of closures and one with a lock, in the same run.
///
/// Setting and notifying has to be 1.5, 4 and 5 times as fast as in OpenCombine with 1, 10 and 100 observers. This
/// package has no dependencies, so the goals are ratios to the locked array: OpenCombine took 2.8, 6.7 and 6.8 times as
/// long as the locked array. A box with one observer has to take at most two thirds of OpenCombine's 656 bytes.
@MainActor
struct ObservableScenario {
    let table: Table
    private let sum = Sum()

    func run() {
        set()
        subscribe()
        read()
        memory()
    }

    private func set() {
        for (count, goal) in [(1, 1.87), (10, 1.68), (100, 1.36)] {
            table.section("a hundred times set and notify, observers: \(count)")
            let sum = sum
            let box = ObservableBox(0)
            let read = ObservableBox(0)
            _ = read.value
            let tokens = (0..<count).flatMap { _ in [box, read].map { $0.observe { sum.add($0) } } }
            let locked = LockedBox()
            for _ in 0..<count { _ = locked.observe { sum.add($0) } }
            let closures: [(Int) -> Void] = (0..<count).map { _ in { sum.add($0) } }
            // A hundred changes at a time, because calling back into the main actor costs as much as one change.
            let hundred = 1...100
            let measured = Measurement.inTurn([
                { for value in hundred { box.value = value } },
                { for value in hundred { for closure in closures { closure(value) } } },
                { for value in hundred { locked.set(value) } },
                { for value in hundred { read.value = value } },
            ])
            table.line("box", measured[0])
            table.line("array of closures", measured[1], beside: measured[0])
            table.line("array behind a lock", measured[2], beside: measured[0])
            table.line("box that has been read", measured[3], beside: measured[0])
            table.goal("box to locked array, \(count)", measured[0].ratios(to: measured[2]), atMost: goal)
            withExtendedLifetime(tokens) {}
        }
    }

    private func subscribe() {
        table.section("a thousand times subscribe and cancel")
        let sum = sum
        let measured = Measurement.inTurn(
            [1, 100, 1_000].map { count in
                {
                    for _ in 0..<1_000 / count {
                        let box = ObservableBox(0)
                        var tokens: [ObservationToken] = []
                        tokens.reserveCapacity(count)
                        for _ in 0..<count { tokens.append(box.observe { sum.add($0) }) }
                        for token in tokens { token.cancel() }
                    }
                }
            } + [
                {
                    for _ in 0..<1_000 {
                        let box = LockedBox()
                        box.cancel(box.observe { sum.add($0) })
                    }
                }
            ]
        )
        for (count, measurement) in zip(["1 box each", "100 a box", "1,000 a box"], measured) {
            table.line("box, \(count)", measurement)
        }
        table.line("array behind a lock, 1 each", measured[3], beside: measured[0])
        table.goal("1,000 a box to 100 a box", measured[2].ratios(to: measured[1]), atMost: 1.25)
    }

    private func read() {
        table.section("a hundred times read")
        let box = ObservableBox(1)
        let face = box.observed
        let model = ObservableModel()
        let sum = sum
        let measured = Measurement.inTurn([
            { for _ in 0..<100 { sum.add(box.value) } }, { for _ in 0..<100 { sum.add(face.value) } },
            { for _ in 0..<100 { sum.add(model.value) } },
        ])
        table.line("box", measured[0])
        table.line("read-only face", measured[1], beside: measured[0])
        table.line("@Observable", measured[2], beside: measured[0])
    }

    private func memory() {
        table.section("bytes of the heap, as the allocator counts them")
        guard allocations_are_counted() else {
            print("  not counted on this platform")
            return
        }
        let sum = sum
        let alone = Self.bytes { ObservableBox(0) }
        table.note("box", alone, "bytes")
        let observed = Self.bytes {
            let box = ObservableBox(0)
            return (box, box.observe { sum.add($0) })
        }
        table.goal("box with one observer and its token", [observed], atMost: 437, unit: "bytes")
        let locked = Self.bytes {
            let box = LockedBox()
            return (box, box.observe { sum.add($0) })
        }
        table.note("array behind a lock, with one", locked, "bytes")
    }

    private static func bytes<Made>(of make: () -> Made) -> Double {
        let count = 10_000
        var made: [Made] = []
        made.reserveCapacity(count)
        let before = allocated_bytes()
        for _ in 0..<count { made.append(make()) }
        let after = allocated_bytes()
        withExtendedLifetime(made) {}
        return Double(after - before) / Double(count)
    }
}

/// The observable model of the standard library.
@Observable
final class ObservableModel {
    var value = 1
}
