import Testing

/// Tests of the language of comments, pages and test names.
struct PlainEnglishTests {
    @Test(arguments: [
        "whoever", "somebody", "nobody", "lest", "anew", "octet", "octets", "is another one", "made to wait",
    ])
    func `no page, source comment or test name has a banned word`(_ word: String) throws {
        #expect(try Self.lines.get().filter { Self.isWord(word, in: $0.line) }.map { "\($0.path): \($0.line)" } == [])
    }

    @Test func `names of tests have fewer than 90 characters`() throws {
        #expect(try SourceTree.testNames().filter { $0.count >= 90 } == [])
    }

    /// All lines of pages and comments and all names of tests, in lower case.
    private static let lines = Result {
        let pages = try SourceTree.documentation() + SourceTree.catalogs()
        let sources = try SourceTree.swiftFiles(below: "Sources")
        let names = try SourceTree.testNames()
        return pages.flatMap { page in page.lines.map { (path: page.path, line: $0.lowercased()) } }
            + sources.flatMap { file in
                file.text.split(separator: "\n").filter { $0.contains("// ") }
                    .map { (path: file.path, line: $0.lowercased()) }
            }
            + names.map { (path: "the name of a test", line: $0.lowercased()) }
    }

    /// Returns whether a line contains the word as a whole.
    private static func isWord(_ word: String, in line: String) -> Bool {
        line.ranges(of: word).contains {
            line[..<$0.lowerBound].last?.isLetter != true && line[$0.upperBound...].first?.isLetter != true
        }
    }
}
