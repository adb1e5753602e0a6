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

    /// Prints the nanoseconds of one measurement.
    mutating func line(_ name: String, _ measurement: Measurement, beside ours: Measurement? = nil) {
        samples(name, measurement.samples, "ns", beside: ours?.samples)
    }

    /// Prints the median of samples, the least and the greatest, and how many times ours they are.
    mutating func samples(_ name: String, _ samples: [Double], _ unit: String, beside ours: [Double]? = nil) {
        add(name, samples, unit, ratio: ours.map { samples.ratios(to: $0).median })
    }

    /// Prints a number that is no sample: what is counted is the same each time.
    mutating func note(_ name: String, _ value: Double, _ unit: String) {
        add(name, [value], unit)
    }

    /// Says whether the median of ratios is at least what was aimed at.
    mutating func goal(_ name: String, _ ratios: [Double], atLeast least: Double) {
        let isReached = ratios.median >= least
        add(name, ratios, "×", goal: BenchmarkEntry.Goal(limit: least, isMinimum: true, isReached: isReached))
    }

    /// Says whether the median of samples is at most what was aimed at.
    mutating func goal(_ name: String, _ samples: [Double], atMost most: Double, unit: String = "×") {
        let isReached = samples.median <= most
        add(name, samples, unit, goal: BenchmarkEntry.Goal(limit: most, isMinimum: false, isReached: isReached))
    }

    /// Says whether the median of a measurement is at most as many nanoseconds as were aimed at.
    mutating func goal(_ name: String, _ measurement: Measurement, atMost most: Double) {
        goal(name, measurement.samples, atMost: most, unit: "ns")
    }

    private mutating func add(
        _ name: String,
        _ samples: [Double],
        _ unit: String,
        ratio: Double? = nil,
        goal: BenchmarkEntry.Goal? = nil
    ) {
        let isSeveral = samples.count > 1
        let entry = BenchmarkEntry(
            section: heading,
            name: name,
            value: samples.median,
            least: isSeveral ? samples.min() : nil,
            greatest: isSeveral ? samples.max() : nil,
            unit: unit,
            ratio: ratio,
            goal: goal
        )
        entries.append(entry)
        print(Self.text(entry))
    }

    private static func text(_ entry: BenchmarkEntry) -> String {
        let mark = entry.goal.map { $0.isReached ? "✔ " : "✘ " } ?? ""
        var text = "  " + (mark + entry.name).padded(to: 56) + "\(entry.value.shown) \(entry.unit)"
        if let least = entry.least, let greatest = entry.greatest { text += "  [\(least.shown)–\(greatest.shown)]" }
        if let ratio = entry.ratio { text += "  \(ratio.shown)× ours" }
        if let goal = entry.goal { text += " (goal \(goal.isMinimum ? "≥" : "≤") \(goal.limit.shown))" }
        return text
    }
}

extension String {
    /// The text with spaces behind it, up to a number of characters.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
