/// The lines of a scenario, which are printed at once and stored for `--json`.
struct Table {
    private(set) var entries: [BenchmarkEntry] = []
    private var heading = ""

    /// The names of the missed goals.
    var missed: [String] { entries.filter { $0.goal?.isReached == false }.map(\.name) }

    /// Prints a heading.
    mutating func section(_ title: String) {
        heading = title
        print("\n\(title)")
    }

    /// Adds a measurement.
    mutating func line(_ name: String, _ measurement: Measurement, beside ours: Measurement? = nil) {
        samples(name, measurement.samples, "ns", beside: ours?.samples)
    }

    /// Adds the median, the smallest and the greatest of some samples, and their ratio to those of this package.
    mutating func samples(_ name: String, _ samples: [Double], _ unit: String, beside ours: [Double]? = nil) {
        add(name, samples, unit, ratio: ours.map { samples.ratios(to: $0).median })
    }

    /// Adds a number that was counted once.
    mutating func note(_ name: String, _ value: Double, _ unit: String) {
        add(name, [value], unit)
    }

    /// Adds ratios whose median has a minimum.
    mutating func goal(_ name: String, _ ratios: [Double], atLeast least: Double) {
        let isReached = ratios.median >= least
        add(name, ratios, "×", goal: BenchmarkEntry.Goal(limit: least, isMinimum: true, isReached: isReached))
    }

    /// Adds samples whose median has a maximum.
    mutating func goal(_ name: String, _ samples: [Double], atMost most: Double, unit: String = "×") {
        let isReached = samples.median <= most
        add(name, samples, unit, goal: BenchmarkEntry.Goal(limit: most, isMinimum: false, isReached: isReached))
    }

    /// Adds a measurement whose median has a maximum in nanoseconds.
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
    /// The text, padded with spaces.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
