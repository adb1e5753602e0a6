import Synchronization

/// The lines of a scenario, which are printed at once and stored for `--json`.
final class Table: Sendable {
    private let state = Mutex((heading: "", entries: [BenchmarkEntry]()))

    var entries: [BenchmarkEntry] { state.withLock { $0.entries } }

    /// The names of the missed goals.
    var missed: [String] { entries.filter { $0.goal?.isReached == false }.map(\.name) }

    /// Prints a heading.
    func section(_ title: String) {
        state.withLock { $0.heading = title }
        print("\n\(title)")
    }

    /// Adds a measurement.
    func line(_ name: String, _ measurement: Measurement, beside ours: Measurement? = nil) {
        samples(name, measurement.samples, "ns", beside: ours?.samples)
    }

    /// Adds the median, the smallest and the greatest of some samples, and their ratio to the samples of this package.
    func samples(_ name: String, _ samples: [Double], _ unit: String, beside ours: [Double]? = nil) {
        add(name, samples, unit, ratio: ours.map { samples.ratios(to: $0).median })
    }

    /// Adds a number that was measured once.
    func note(_ name: String, _ value: Double, _ unit: String) {
        add(name, [value], unit)
    }

    /// Adds ratios whose median has a minimum.
    func goal(_ name: String, _ ratios: [Double], atLeast least: Double) {
        add(name, ratios, "×", goal: .init(limit: least, isMinimum: true, isReached: ratios.median >= least))
    }

    /// Adds samples whose median has a maximum.
    func goal(_ name: String, _ samples: [Double], atMost most: Double, unit: String = "×") {
        add(name, samples, unit, goal: .init(limit: most, isMinimum: false, isReached: samples.median <= most))
    }

    /// Adds a measurement whose median has a maximum in nanoseconds.
    func goal(_ name: String, _ measurement: Measurement, atMost most: Double) {
        goal(name, measurement.samples, atMost: most, unit: "ns")
    }

    /// Adds a line, unless the platform or the build has no samples for it.
    private func add(
        _ name: String,
        _ samples: [Double],
        _ unit: String,
        ratio: Double? = nil,
        goal: BenchmarkEntry.Goal? = nil
    ) {
        guard !samples.isEmpty else { return }
        let isSeveral = samples.count > 1
        let entry = state.withLock { state in
            let entry = BenchmarkEntry(
                section: state.heading,
                name: name,
                value: samples.median,
                least: isSeveral ? samples.min() : nil,
                greatest: isSeveral ? samples.max() : nil,
                unit: unit,
                ratio: ratio,
                goal: goal
            )
            state.entries.append(entry)
            return entry
        }
        print(entry.text)
    }
}
