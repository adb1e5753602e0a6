import Foundation

/// All that one run has measured, as `--json` writes it and `plot` reads it.
struct BenchmarkReport: Codable {
    /// One scenario's lines.
    struct Scenario: Codable {
        let name: String
        let entries: [BenchmarkEntry]
    }

    /// The number of processors that were there, and the system: figures of two machines are not to be compared.
    let processors: Int
    let system: String

    /// The day on which it was measured, by the clock of the machine, as in ISO 8601.
    let date: String

    private(set) var scenarios: [Scenario] = []

    init() {
        processors = ProcessInfo.processInfo.activeProcessorCount
        system = ProcessInfo.processInfo.operatingSystemVersionString
        date = Date.now.formatted(.iso8601.year().month().day())
    }

    init(contentsOf path: String) throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        self = try decoder.decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    mutating func add(_ name: String, _ table: Table) {
        scenarios.append(Scenario(name: name, entries: table.entries))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        // What is no number was not measured; JSON has no word for it.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
