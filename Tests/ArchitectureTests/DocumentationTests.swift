import Testing

/// Tests that the documentation matches the code.
struct DocumentationTests {
    /// Returns the rows of the requirements in the table of features.
    private static let rows = [5, 11, 8, 7, 10].enumerated().flatMap { system, count in
        (1...count).map { "S\(system).\($0)" }
    }

    /// Returns the types of the use cases, without those that bundle others.
    private func useCases() throws -> [String] {
        try SourceTree.swiftFiles(below: "Sources/Domain/UseCases").flatMap { file in
            file.text.matches(of: #/\npublic struct (\w+): Sendable \{/#).map { String($0.1) }
        }
        .filter { !$0.hasSuffix("UseCases") }
    }

    /// Returns the pages of the use cases, without the index.
    private func useCasePages() throws -> [MarkdownFile] {
        try SourceTree.documentation().filter {
            $0.path.hasPrefix("Docs/UseCases/") && !$0.path.hasSuffix("README.md")
        }
    }

    /// Returns the test names in the last column of a page's tables.
    private func namedTests(on page: MarkdownFile) -> [String] {
        page.rows.flatMap { MarkdownFile.codeSpans(in: $0.last ?? "") }
    }

    @Test func `every link and every path in the documentation has a target`() throws {
        let pages = try SourceTree.documentation()
        try #require(pages.count > 20)
        let dead = try pages.flatMap { page in
            try page.references.filter { try !SourceTree.leadsSomewhere($0, from: page) }.map { "\(page.path): \($0)" }
        }
        #expect(dead == [])
    }

    @Test func `no section of the documentation is empty`() throws {
        let empty = try SourceTree.documentation().flatMap { page in page.emptyHeadings.map { "\(page.path): \($0)" } }
        #expect(empty == [])
    }

    @Test(arguments: ["Docs/Features.md", "Docs/UseCases/"])
    func `every test named in the documentation exists`(place: String) throws {
        let tests = try SourceTree.testNames()
        try #require(tests.count > 1_000)
        for page in try SourceTree.documentation() where page.path.hasPrefix(place) && !page.path.hasSuffix("README.md")
        {
            let named = namedTests(on: page)
            #expect(!named.isEmpty, "\(page.path)")
            #expect(named.filter { !tests.contains($0) } == [], "\(page.path)")
        }
    }

    @Test func `every requirement is in the table of features once, with its types and tests`() throws {
        let table = MarkdownFile(path: "Docs/Features.md", text: try SourceTree.text(of: "Docs/Features.md")).rows
        #expect(table.compactMap(\.first).filter { $0.hasPrefix("S") } == Self.rows)
        let types = try SourceTree.declaredTypes()
        for row in table {
            let named = MarkdownFile.codeSpans(in: row.dropLast().last ?? "")
            #expect(row.count == 4 && !named.isEmpty && MarkdownFile.codeSpans(in: row[3]) != [], "\(row)")
            #expect(named.filter { !types.contains($0) } == [], "\(row)")
        }
    }

    @Test func `every use case is in the table of features`() throws {
        let table = MarkdownFile(path: "Docs/Features.md", text: try SourceTree.text(of: "Docs/Features.md")).rows
        let named = table.flatMap { MarkdownFile.codeSpans(in: $0.dropLast().last ?? "") }
        #expect(try useCases().filter { !named.contains($0) } == [])
    }

    @Test func `every requirement names a test whose name has its number`() throws {
        let table = MarkdownFile(path: "Docs/Features.md", text: try SourceTree.text(of: "Docs/Features.md")).rows
        for row in table where row[0].hasPrefix("S") {
            let named = MarkdownFile.codeSpans(in: row.last ?? "")
            #expect(named.contains { $0.split(separator: " ").contains(row[0][...]) }, "\(row)")
        }
    }

    @Test func `every use case has a page with a story, a main course and sad paths`() throws {
        let (useCases, pages) = (try useCases(), try useCasePages())
        #expect(pages.map(\.path) == useCases.sorted().map { "Docs/UseCases/\($0).md" })
        #expect(pages.filter { $0.headings.dropFirst() != ["Story", "Main course", "Sad paths"] }.map(\.path) == [])
    }

    @Test func `the page of a use case names its type, and only outcomes that Domain declares`() throws {
        let names = try SourceTree.namesInDomain()
        for page in try useCasePages() {
            let type = page.path.dropFirst("Docs/UseCases/".count).dropLast(".md".count)
            #expect(page.lines(under: "Main course").contains("The type is `\(type)`."), "\(page.path)")
            let spans = page.rows.flatMap { $0.dropLast().flatMap { MarkdownFile.codeSpans(in: $0) } }
            // All three names in `failed(.remote(.outcomeUnknown))`, and `missing` in `missing(for:)`.
            let named = spans.flatMap { $0.matches(of: #/(?:^|\.)(\w+)/#).map { String($0.1) } }
            #expect(named.filter { !names.contains($0) } == [], "\(page.path)")
        }
    }

    @Test func `every step and every sad path of a use case names a test`() throws {
        for page in try useCasePages() {
            for row in page.rows {
                #expect(row.count == 3, "\(page.path): \(row)")
                #expect(MarkdownFile.codeSpans(in: row.last ?? "") != [], "\(page.path): \(row)")
            }
            for heading in ["Main course", "Sad paths"] {
                #expect(page.lines(under: heading).contains { $0.hasPrefix("|") }, "\(page.path)")
            }
        }
    }

    @Test func `the types on the path of one sign-up are declared`() throws {
        let page = MarkdownFile(path: "Docs/Architecture.md", text: try SourceTree.text(of: "Docs/Architecture.md"))
        let spans = page.lines(under: "The path of one sign-up").flatMap { MarkdownFile.codeSpans(in: $0) }
        let named = spans.filter { $0.first?.isUppercase == true }.map { String($0.prefix { $0.isLetter }) }
        try #require(named.count > 40)
        let types = try SourceTree.declaredTypes()
        #expect(named.filter { !types.contains($0) } == [])
    }

    @Test func `every code that starts a test name of the store or the transports is documented`() throws {
        let pages = try SourceTree.documentation().filter {
            ["Docs/StorageFormat.md", "Docs/Networking.md"].contains($0.path)
        }
        try #require(pages.count == 2)
        let explained = Set(
            pages.flatMap(\.rows).compactMap(\.first).flatMap { cell in cell.matches(of: #/[A-Z][0-9]+/#).map(\.output)
            }
        )
        // F2 and F3 are keys in the tests of the demo.
        let names = try SourceTree.testNames()
        let ids = Set(names.flatMap { $0.prefixMatch(of: #/(?:[DFHR][0-9]+ )+/#)?.output.split(separator: " ") ?? [] })
            .subtracting(["F2", "F3"])
        try #require(ids.count > 30)
        #expect(ids.subtracting(explained) == [])
    }

    @Test func `every decision has three parts in at most 25 lines, and is in the index`() throws {
        let pages = try SourceTree.documentation().filter { $0.path.hasPrefix("Docs/Decisions/") }
        let index = try #require(pages.last { $0.path.hasSuffix("README.md") })
        let decisions = pages.filter { $0.path != index.path }
        #expect(index.references == decisions.map { String($0.path.dropFirst("Docs/Decisions/".count)) })
        let parts = ["**Context.**", "**Decision.**", "**Consequences.**"]
        for (place, page) in decisions.enumerated() {
            let number = String(place + 1)
            let file = page.path.dropFirst("Docs/Decisions/".count)
            #expect(file.hasPrefix(String(repeating: "0", count: 4 - number.count) + number + "-"), "\(page.path)")
            #expect(page.headings.map { String($0.prefix { $0 != " " }) } == [number + "."], "\(page.path)")
            let bold = page.lines.compactMap { $0.prefixMatch(of: #/\*\*\w+\.\*\*/#).map { String($0.output) } }
            #expect(bold == parts, "\(page.path)")
            // The text ends with a line break, so one more line is empty.
            #expect(page.lines.count <= 26, "\(page.path)")
            #expect(page.swiftBlocks.isEmpty, "\(page.path)")
        }
    }

    @Test func `the Swift code of the documentation is compiled by a test target`() throws {
        // The README also has parts of manifests, and the guides have code for other systems.
        let pages =
            try SourceTree.catalogs()
            + SourceTree.documentation().filter { $0.path.wholeMatch(of: #/Docs/\w+\.md/#) != nil }
        let blocks = pages.flatMap(\.swiftBlocks)
        try #require(blocks.count >= 6)
        let examples = try SourceTree.swiftFiles(below: "Tests").filter { $0.path.hasSuffix("Example.swift") }
        #expect(blocks.filter { block in !examples.contains { $0.text == block + "\n" } } == [])
    }
}

struct ThreatModelTests {
    /// Returns the codes in the third column of the table of defences, such as `C6` and `ASVS 16.4.1`.
    private static func ids() throws -> Set<String> {
        let rows = try SourceTree.text(of: "Docs/ThreatModel.md").split(separator: "\n").filter { $0.hasPrefix("|") }
        let cells = rows.map { $0.split(separator: "|") }.filter { $0.count == 4 }.map { $0[2] }
        return Set(cells.flatMap { $0.matches(of: #/ASVS [0-9.]+[0-9]|\b[CT][0-9]+/#).map { String($0.0) } })
    }

    @Test func `every code in the threat model starts a test name`() throws {
        let names = try SourceTree.swiftFiles(below: "Tests")
            .flatMap { $0.text.matches(of: #/(?:func `|")((?:[A-Z]+[0-9]+ |ASVS (?:[0-9.]+ )+)+)/#) }
            .map { " " + $0.1 }
        let missing = try Self.ids().filter { id in
            !names.contains { name in
                id.hasPrefix("ASVS")
                    ? name.contains("ASVS") && name.contains(" \(id.dropFirst(5)) ") : name.contains(" \(id) ")
            }
        }
        #expect(missing == [])
    }

    @Test(arguments: (1...14).map { "C\($0)" } + [1, 2, 4, 5, 6, 7].map { "T\($0)" })
    func `every security criterion is in the threat model`(id: String) throws {
        #expect(try Self.ids().contains(id))
    }
}
