/// A Swift source file, as text.
struct SourceFile {
    /// Where it is, from the root of the checkout: `Sources/Domain/Entities/Account.swift`.
    let path: String

    /// What it says.
    let text: String

    /// The target that it belongs to: the second folder of its path.
    var target: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    /// The types that it declares, apart from those within others and from those that only the file knows.
    var typeNames: [String] {
        let attributes = #/(?:@\w+(?:\([^)]*\))? |public |package |final |indirect )*/#
        let declaration = #/(?:struct|class|enum|actor|protocol) (\w+)/#
        // Whatever stands within something else is indented.
        return text.split(separator: "\n").filter { $0.utf8.first.map { "@acefips".utf8.contains($0) } ?? false }
            .compactMap { $0.trimmingPrefix(attributes).prefixMatch(of: declaration).map { String($0.1) } }
    }

    /// The modules that it imports, each with the conditional compilation that the line stands in.
    var imports: [ImportStatement] {
        var conditions: [String] = []
        var found: [ImportStatement] = []
        for line in Self.importLines(of: text) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            switch words.first {
            case "#if":
                conditions.append(words.dropFirst().joined(separator: " "))
            case "#elseif" where !conditions.isEmpty:
                conditions[conditions.count - 1] = words.dropFirst().joined(separator: " ")
            case "#else" where !conditions.isEmpty:
                conditions[conditions.count - 1] = "!(" + conditions[conditions.count - 1] + ")"
            case "#endif":
                _ = conditions.popLast()
            default:
                found += line.split(separator: ";").compactMap { Self.importStatement(in: $0, conditions: conditions) }
            }
        }
        return found
    }

    private static func importStatement(in statement: Substring, conditions: [String]) -> ImportStatement? {
        let modifier = #/(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)\s+/#
        let kind = #/(?:struct|class|enum|protocol|func|var|let|typealias)\s+/#
        var rest = statement.trimmingPrefix(#/\s+/#)
        var isTestable = false
        while let match = rest.prefixMatch(of: modifier) {
            isTestable = isTestable || match.output.hasPrefix("@testable")
            rest = rest[match.range.upperBound...]
        }
        guard let keyword = rest.prefixMatch(of: #/import\s+/#) else { return nil }
        rest = rest[keyword.range.upperBound...].trimmingPrefix(kind)
        return ImportStatement(
            module: String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }),
            isTestable: isTestable,
            conditions: conditions
        )
    }

    /// The lines of code that may matter; an import that is spread over lines is put on one.
    ///
    /// Where no comment or string can be longer than a line, only the lines that may matter are read: a debug build
    /// takes its time for the others.
    private static func importLines(of text: String) -> [Substring] {
        func matters(_ line: Substring) -> Bool { line.contains("import") || line.contains("#") }
        let isSpread = ["/*", "\"\"\"", "import\n", "import /"].contains { text.contains($0) }
        guard isSpread else {
            return CodeScanner.code(of: text.split(separator: "\n").filter(matters).joined(separator: "\n"))
                .split(separator: "\n")
        }
        let code = CodeScanner.code(of: text).replacing(#/\bimport[ \t]*\n\s*/#, with: "import ")
        return code.split(separator: "\n").filter(matters)
    }
}
