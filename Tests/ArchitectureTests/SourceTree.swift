import Foundation

/// The checkout from which these tests were compiled.
enum SourceTree {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    // Read once, because most tests need them.
    private static let swiftFiles = Result {
        try ["Sources", "Tests"].flatMap { try files(below: $0, suffix: ".swift", as: SourceFile.init) }
    }

    private static let pages = Result {
        try ["README.md"].map { MarkdownFile(path: $0, text: try text(of: $0)) }
            + files(below: "Docs", suffix: ".md", as: MarkdownFile.init)
    }

    private static let names = Result {
        try swiftFiles(below: "Tests").reduce(into: Set<String>()) { names, file in
            names.formUnion(file.code.matches(of: #/func\s+`([^`\n]+)`/#).map { String($0.1) })
        }
    }

    /// Returns the Swift files below a folder of `Sources` or `Tests`, sorted by path.
    static func swiftFiles(below folder: String) throws -> [SourceFile] {
        try swiftFiles.get().filter { $0.path.hasPrefix(folder + "/") }
    }

    /// Returns the names in the root of the checkout, without hidden ones.
    static func topLevelNames() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path())
        return Set(names.filter { !$0.hasPrefix(".") })
    }

    /// Returns the text of a file of the checkout.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the README and the pages of `Docs`, sorted by path.
    static func documentation() throws -> [MarkdownFile] {
        try pages.get()
    }

    /// Returns the pages of the documentation catalogs of the libraries.
    static func catalogs() throws -> [MarkdownFile] {
        try files(below: "Sources", suffix: ".md", as: MarkdownFile.init)
    }

    /// Returns whether the target of a link or a path exists; a path from the root of the checkout begins with `/`.
    static func leadsSomewhere(_ reference: String, from page: MarkdownFile) throws -> Bool {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = reference.hasPrefix("/") ? root : root.appending(path: page.path).deletingLastPathComponent()
        let target = parts[0].isEmpty ? root.appending(path: page.path) : base.appending(path: String(parts[0]))
        guard FileManager.default.fileExists(atPath: target.path()) else { return false }
        guard parts.count == 2 else { return true }
        let headings = MarkdownFile(path: "", text: try String(contentsOf: target, encoding: .utf8)).headings
        return headings.map(MarkdownFile.anchor).contains(String(parts[1]))
    }

    /// Returns the display names of the tests.
    static func testNames() throws -> Set<String> {
        try names.get()
    }

    /// Returns the names of the types that the sources declare.
    static func declaredTypes() throws -> Set<String> {
        let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        return try swiftFiles(below: "Sources").reduce(into: []) { names, file in
            for line in file.text.split(separator: "\n") where !line.hasPrefix("        ") {
                let words = line.split(separator: " ", maxSplits: 8)
                guard let place = words.firstIndex(where: keywords.contains), place + 1 < words.count else { continue }
                names.insert(String(words[place + 1].prefix { $0.isLetter || $0.isNumber }))
            }
        }
    }

    /// Returns the names of the types, cases, functions and properties that Domain declares.
    static func namesInDomain() throws -> Set<String> {
        try swiftFiles(below: "Sources/Domain").reduce(into: []) { names, file in
            let declarations = file.text.matches(of: #/\b(?:struct|enum|protocol|case|func|var|let) (\w+)/#)
            names.formUnion(declarations.map { String($0.1) })
        }
    }

    private static func files<File>(
        below folder: String,
        suffix: String,
        as file: (_ path: String, _ text: String) -> File
    ) throws -> [File] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path())
        return try paths.filter { $0.hasSuffix(suffix) }.sorted().map {
            file(folder + "/" + $0, try text(of: folder + "/" + $0))
        }
    }
}
