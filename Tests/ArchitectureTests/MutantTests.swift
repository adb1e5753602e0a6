import Testing

/// The tables of `make mutants`, which itself takes too long to be run with every change.
struct MutantTests {
    static let layers = ["Domain", "Validation", "Persistence", "Networking", "Presentation", "App"]

    @Test(arguments: layers)
    func `every fault of a layer is complete, and its line is there once`(layer: String) throws {
        let mutants = try Mutant.table(of: layer)
        #expect(mutants.count >= 5)
        let wrong = try mutants.filter { mutant in
            guard mutant.file.hasPrefix("Sources/\(layer)/"), mutant.reason.hasSuffix("."), !mutant.filter.isEmpty,
                !mutant.replacement.isEmpty, mutant.replacement != mutant.line
            else { return true }
            let lines = try SourceTree.text(of: mutant.file).split(separator: "\n")
            return lines.count { $0.drop { $0 == " " } == mutant.line } != 1
        }
        #expect(wrong.map(\.reason) == [])
    }

    @Test func `there are at least fifty faults`() throws {
        #expect(try Self.layers.reduce(0) { $0 + (try Mutant.table(of: $1).count) } >= 50)
    }
}
