import Foundation
import Synchronization

/// Samples by name, one of each name in every round, so that a busy machine slows all of them.
struct Rounds<Name: Hashable, Sample> {
    private var samples: [Name: [Sample]] = [:]

    /// Returns the samples of a name in their order, without the first round, which warms up.
    subscript(name: Name) -> [Sample] { Array(samples[name, default: []].dropFirst()) }

    /// Returns the ratios of a value of two names, round by round.
    func ratios(of one: Name, to other: Name, _ value: (Sample) -> Double) -> [Double] {
        self[one].map(value).ratios(to: self[other].map(value))
    }

    mutating func add(_ name: Name, _ sample: Sample) {
        samples[name, default: []].append(sample)
    }
}

/// Calls a function with each number below a count, one after the other, and returns the calls per second.
func perSecond(_ count: Int, _ work: (Int) async throws -> Void) async rethrows -> Double {
    let time = try await ContinuousClock().measure { for number in 0..<count { try await work(number) } }
    return Double(count) / time.seconds
}

/// Calls a function `count` times in each of some tasks, with a number of its own, and returns the calls per second.
func perSecond(
    tasks: Int,
    each count: Int,
    _ work: @escaping @Sendable (Int) async throws -> Void
) async rethrows -> Double {
    let time = try await ContinuousClock().measure {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask { for number in 0..<count { try await work(task * count + number) } }
            }
            try await group.waitForAll()
        }
    }
    return Double(tasks * count) / time.seconds
}

/// A sum to which the callbacks of one thread add, so that they capture something.
final class Sum: Sendable {
    private let total = Atomic(0)

    // An atomic addition would cost more than the measured call.
    func add(_ number: Int) { total.store(total.load(ordering: .relaxed) &+ number, ordering: .relaxed) }
}

extension [Double] {
    var median: Double { quantile(0.5) }

    /// Returns a quantile, or NaN for an empty array.
    func quantile(_ part: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(part * Double(count)))]
    }

    /// Returns the ratios to other samples, round by round.
    func ratios(to others: [Double]) -> [Double] { zip(self, others).map { $0 / $1 } }
}

extension Double {
    /// The number with three digits, or as an integer from 100.
    var shown: String { String(format: magnitude < 100 ? "%.3g" : "%.0f", self) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
