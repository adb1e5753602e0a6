import Foundation

/// The lines of a scenario: printed as they come, and kept for `--json`.
struct Table {
    private(set) var entries: [BenchmarkEntry] = []
    private var heading = ""

    /// The goals that were not reached.
    var missed: [String] { entries.filter { $0.goal?.isReached == false }.map(\.name) }

    /// Prints a heading.
    mutating func section(_ title: String) {
        heading = title
        print("\n\(title)")
    }

    /// Prints one measurement.
    mutating func line(_ name: String, _ measurement: Measurement, beside reference: Measurement? = nil) {
        let ratio = reference.map(measurement.ratio(to:))
        let text = ratio.map { String(format: "  %7.1f× ours", $0) } ?? ""
        print("  " + name.padded(to: 56) + Self.nanoseconds(measurement) + text)
        add(
            name,
            measurement.median,
            "ns",
            least: measurement.least,
            greatest: measurement.greatest,
            ratio: ratio
        )
    }

    /// Prints the median of samples, and the smallest and the greatest.
    mutating func samples(_ name: String, _ samples: [Double], _ unit: String) {
        let sorted = samples.sorted()
        guard let least = sorted.first, let greatest = sorted.last else { return }
        let median = sorted[sorted.count / 2]
        let digits = median < 100 ? 3 : 0
        let text = [median, least, greatest].map { String(format: "%.*f", digits, $0) }
        print("  " + name.padded(to: 56) + "\(text[0]) \(unit)  [\(text[1])–\(text[2])]")
        add(name, median, unit, least: least, greatest: greatest)
    }

    /// Prints a number that nothing is aimed at for.
    mutating func note(_ name: String, _ value: Double, _ unit: String) {
        print("  " + name.padded(to: 56) + Self.short(value) + " " + unit)
        add(name, value, unit)
    }

    /// Says whether a ratio is at least what was aimed at.
    mutating func goal(_ name: String, _ value: Double, atLeast least: Double) {
        report(name, value, "×", BenchmarkEntry.Goal(limit: least, isMinimum: true, isReached: value >= least))
    }

    /// Says whether a number is at most what was aimed at.
    mutating func goal(_ name: String, _ value: Double, atMost most: Double, unit: String = "×") {
        report(name, value, unit, BenchmarkEntry.Goal(limit: most, isMinimum: false, isReached: value <= most))
    }

    private mutating func report(_ name: String, _ value: Double, _ unit: String, _ goal: BenchmarkEntry.Goal) {
        let text = "\(Self.short(value)) \(unit) (goal \(goal.isMinimum ? "≥" : "≤") \(Self.short(goal.limit)))"
        print("  \(goal.isReached ? "✔" : "✘") " + name.padded(to: 54) + text)
        add(name, value, unit, goal: goal)
    }

    private mutating func add(
        _ name: String,
        _ value: Double,
        _ unit: String,
        least: Double? = nil,
        greatest: Double? = nil,
        ratio: Double? = nil,
        goal: BenchmarkEntry.Goal? = nil
    ) {
        entries.append(
            BenchmarkEntry(
                section: heading,
                name: name,
                value: value,
                least: least,
                greatest: greatest,
                unit: unit,
                ratio: ratio,
                goal: goal
            )
        )
    }

    private static func nanoseconds(_ measurement: Measurement) -> String {
        String(format: "%12.1f ns  [%.1f–%.1f]", measurement.median, measurement.least, measurement.greatest)
    }

    /// Two digits behind the point where they say something.
    private static func short(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
}

extension String {
    /// The text with spaces behind it, up to a number of characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
