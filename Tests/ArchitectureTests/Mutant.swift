/// A fault that `make mutants` puts into a copy of the sources, as a table in `Tests/Mutants` has it.
struct Mutant {
    var reason = ""
    var file = ""
    var filter = ""
    var line = ""
    var replacement = ""

    /// The faults of a layer.
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
