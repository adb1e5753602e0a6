/// The times of two functions, measured in turn to be compared with each other.
package struct Timing: Sendable {
    /// The samples of the first function in nanoseconds.
    package private(set) var first: [Double] = []

    /// The samples of the second function.
    package private(set) var second: [Double] = []

    /// Measures two functions in turn.
    package static func interleaved(rounds: Int, _ first: () -> Void, _ second: () -> Void) -> Timing {
        let clock = ContinuousClock()
        var timing = Timing()
        for round in 0..<rounds {
            // The second one may find warm caches, so the order changes.
            if round.isMultiple(of: 2) { timing.first.append(nanoseconds(clock.measure(first))) }
            timing.second.append(nanoseconds(clock.measure(second)))
            if !round.isMultiple(of: 2) { timing.first.append(nanoseconds(clock.measure(first))) }
        }
        return timing
    }

    /// Measures two asynchronous functions in turn.
    package static func interleaved(
        rounds: Int,
        _ first: () async throws -> Void,
        _ second: () async throws -> Void
    ) async rethrows -> Timing {
        let clock = ContinuousClock()
        var timing = Timing()
        for round in 0..<rounds {
            if round.isMultiple(of: 2) { timing.first.append(nanoseconds(try await clock.measure(first))) }
            timing.second.append(nanoseconds(try await clock.measure(second)))
            if !round.isMultiple(of: 2) { timing.first.append(nanoseconds(try await clock.measure(first))) }
        }
        return timing
    }

    /// The ratio of the medians.
    package var ratioOfMedians: Double { Self.median(first) / Self.median(second) }

    /// The probability that samples of equal functions differ as much as these.
    ///
    /// It is the Mann-Whitney test with the normal approximation.
    package var probabilityOfChance: Double {
        let all = first.map { ($0, true) } + second.map { ($0, false) }
        let ranked = all.sorted { $0.0 < $1.0 }
        let rankSum = ranked.enumerated().reduce(0.0) { $0 + ($1.element.1 ? Double($1.offset + 1) : 0) }
        let (m, n) = (Double(first.count), Double(second.count))
        let statistic = rankSum - m * (m + 1) / 2
        let deviation = (m * n * (m + n + 1) / 12).squareRoot()
        let distance = abs(statistic - m * n / 2) / deviation
        return 2 * (1 - Self.normal(below: distance))
    }

    /// Returns the share of a normal distribution below a value, which must not be negative.
    ///
    /// The formula is Abramowitz and Stegun 26.2.19, with an error below 1.5e-7.
    private static func normal(below value: Double) -> Double {
        let coefficients = [0.0498673470, 0.0211410061, 0.0032776263, 0.0000380036, 0.0000488906, 0.0000053830]
        let sum = coefficients.reversed().reduce(0) { ($0 + $1) * value } + 1
        var power = 1.0
        for _ in 0..<16 { power *= sum }
        return 1 - 0.5 / power
    }

    private static func median(_ samples: [Double]) -> Double {
        let sorted = samples.sorted()
        return sorted[sorted.count / 2]
    }

    private static func nanoseconds(_ duration: Duration) -> Double { duration / .nanoseconds(1) }
}
