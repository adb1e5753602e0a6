import Foundation

/// The results of one run, which `--json` writes and `plot` reads.
struct BenchmarkReport: Codable {
    /// The lines of one scenario.
    struct Scenario: Codable {
        let name: String
        let entries: [BenchmarkEntry]
    }

    // Results of different machines are not comparable.
    let processors: Int
    let system: String

    /// The date of the run in ISO 8601.
    let date: String

    var scenarios: [Scenario] = []

    init() {
        processors = ProcessInfo.processInfo.activeProcessorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        date = Date.now.formatted(.iso8601.year().month().day())
    }

    init(contentsOf path: String) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy =
            .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        self = try decoder.decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        // NaN stands for a missing measurement, but JSON has no NaN.
        encoder.nonConformingFloatEncodingStrategy =
            .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}

/// A line of a table: the median of the samples and, if there are several, the smallest and the greatest.
struct BenchmarkEntry: Codable {
    /// The required minimum or maximum of the value.
    struct Goal: Codable {
        let limit: Double
        let isMinimum: Bool
        let isReached: Bool

        var text: String { (isMinimum ? "≥ " : "≤ ") + limit.shown }
    }

    /// The heading of the line.
    let section: String

    let name: String
    let value: Double
    let least: Double?
    let greatest: Double?

    /// The unit; `×` is a ratio within this run.
    let unit: String

    /// The median of the ratios to this package, for a peer or a floor.
    let ratio: Double?

    let goal: Goal?

    /// The printed line.
    var text: String {
        let marked = (goal.map { $0.isReached ? "✔ " : "✘ " } ?? "") + name
        var text = "  " + marked + String(repeating: " ", count: max(1, 56 - marked.count)) + "\(value.shown) \(unit)"
        if let least, let greatest { text += "  [\(least.shown)–\(greatest.shown)]" }
        if let ratio { text += "  \(ratio.shown)× ours" }
        if let goal { text += " (goal \(goal.text))" }
        return text
    }
}
