import Foundation

/// The results of one run, which `--json` writes and `plot` reads.
struct BenchmarkReport: Codable {
    /// One scenario's lines.
    struct Scenario: Codable {
        let name: String
        let entries: [BenchmarkEntry]
    }

    // Results of different machines are not comparable.
    let processors: Int
    let system: String

    /// The day of the run in ISO 8601.
    let date: String

    private(set) var scenarios: [Scenario] = []

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

    mutating func add(_ name: String, _ table: Table) {
        scenarios.append(Scenario(name: name, entries: table.entries))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        // NaN stands for no measurement; JSON cannot represent it.
        encoder.nonConformingFloatEncodingStrategy =
            .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}

/// A line of a table.
struct BenchmarkEntry: Codable {
    /// The goal of a line.
    struct Goal: Codable {
        /// The minimum or maximum.
        let limit: Double

        let isMinimum: Bool

        let isReached: Bool
    }

    /// The heading above it.
    let section: String

    let name: String

    /// The median of the samples.
    let value: Double

    /// The smallest of several samples.
    let least: Double?

    /// The greatest of several samples.
    let greatest: Double?

    /// The unit; `×` is a ratio within this run.
    let unit: String

    /// The median of the ratios to this package, for a peer or floor.
    let ratio: Double?

    let goal: Goal?
}
