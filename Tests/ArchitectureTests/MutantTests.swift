import Testing

/// Tests of the mutant tables, which are quick, unlike `make mutants` itself.
struct MutantTests {
    private static let suites = Result { try SourceTree.swiftFiles(below: "Tests").flatMap(\.typeNames) }

    static let layers = ["Domain", "Validation", "Persistence", "PostgreSQL", "Networking", "Presentation", "App"]

    @Test(arguments: layers)
    func `every mutant of a layer is complete, and its line occurs once in its file`(layer: String) throws {
        let mutants = try Mutant.table(of: layer)
        #expect(mutants.count >= 5)
        let folder = layer == "PostgreSQL" ? "Persistence/PostgreSQL" : layer
        let wrong = try mutants.filter { mutant in
            guard mutant.file.hasPrefix("Sources/\(folder)/"), mutant.reason.hasSuffix("."), !mutant.filter.isEmpty,
                !mutant.replacement.isEmpty, mutant.replacement != mutant.line
            else { return true }
            let lines = try SourceTree.text(of: mutant.file).split(separator: "\n")
            return lines.count { $0.drop { $0 == " " } == mutant.line } != 1
        }
        #expect(wrong.map(\.reason) == [])
    }

    @Test(arguments: layers)
    func `every mutant of a layer names suites of tests`(layer: String) throws {
        let suites = try Self.suites.get()
        let filters = try Mutant.table(of: layer).flatMap { $0.filter.split(separator: "|") }
        #expect(filters.filter { filter in !suites.contains { $0.contains(filter) } } == [])
    }

    @Test func `there are at least fifty mutants`() throws {
        #expect(try Self.layers.reduce(0) { $0 + (try Mutant.table(of: $1).count) } >= 50)
    }
}

/// A fault of a table in `Tests/Mutants`, which `make mutants` inserts into a copy of the sources.
struct Mutant {
    var reason = ""
    var file = ""
    var filter = ""
    var line = ""
    var replacement = ""

    /// Returns the faults of a layer.
    static func table(of layer: String) throws -> [Mutant] {
        var mutants: [Mutant] = []
        var mutant = Mutant()
        for line in try SourceTree.text(of: "Tests/Mutants/\(layer).txt").split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count > 1 ? words[1] : ""
            switch words.first {
            case "#": mutant.reason = rest
            case "file": mutant.file = rest
            case "test": mutant.filter = rest
            case "-": mutant.line = rest
            case "+":
                mutant.replacement = rest
                mutants.append(mutant)
                mutant = Mutant()
            default: throw UnknownLine(text: String(line))
            }
        }
        return mutants
    }

    struct UnknownLine: Error {
        let text: String
    }
}
