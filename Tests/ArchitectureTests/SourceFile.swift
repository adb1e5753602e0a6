/// A Swift source file, as text.
struct SourceFile {
    /// The path from the root of the checkout, such as `Sources/Domain/Entities/Account.swift`.
    let path: String
    let text: String

    /// The lines except comments.
    let code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }

    /// The target of the file: the second folder of its path.
    var target: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    /// The names of its types, without nested and private ones.
    var typeNames: [String] {
        let attributes = #/(?:@\w+(?:\([^)]*\))? |public |package |final |indirect )*/#
        let declaration = #/(?:struct|class|enum|actor|protocol) (\w+)/#
        // Nested types are indented.
        return text.split(separator: "\n").filter { $0.utf8.first.map { "@acefips".utf8.contains($0) } ?? false }
            .compactMap { $0.trimmingPrefix(attributes).prefixMatch(of: declaration).map { String($0.1) } }
    }

    /// The modules that it imports, each with the conditional compilation around the line.
    ///
    /// The linter allows one import a line. A line of a comment or a string that looks like an import also counts.
    var imports: [ImportStatement] {
        var conditions: [String] = []
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("#") || line.contains("import ") else { return nil }
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
                return Self.importStatement(in: line, conditions: conditions)
            }
            return nil
        }
    }

    private static func importStatement(in line: Substring, conditions: [String]) -> ImportStatement? {
        let before = #/\s*(?:/\*.*\*/\s*)?((?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)\s+)*)/#
        let kind = #/(?:struct|class|enum|protocol|func|var|let|typealias)\s+/#
        guard let start = line.prefixMatch(of: before),
            let keyword = line[start.range.upperBound...].prefixMatch(of: #/import\s+/#)
        else { return nil }
        let rest = line[keyword.range.upperBound...].trimmingPrefix(kind)
        return ImportStatement(
            module: String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }),
            isTestable: start.1.contains("@testable"),
            conditions: conditions
        )
    }
}

/// An `import` line of a source file.
struct ImportStatement: Equatable {
    /// The imported module.
    let module: String

    /// Whether the import is `@testable`.
    var isTestable = false

    /// The conditions of the `#if` blocks around the line, outermost first; `#else` reads as `!(condition)`.
    var conditions: [String] = []

    /// Whether a Linux build skips the line by default.
    var isOutsideLinuxBuild: Bool {
        [
            "canImport(Darwin)", "canImport(Security)", "!(canImport(FoundationEssentials))",
            "canImport(Darwin) || URLSession",
        ].contains {
            conditions.contains($0)
        }
    }
}
