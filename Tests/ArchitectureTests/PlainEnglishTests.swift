import Testing

/// Tests of the language of comments, pages and test names.
struct PlainEnglishTests {
    @Test(arguments: [
        "whoever", "somebody", "nobody", "lest", "anew", "octet", "octets", "is another one", "made to wait",
    ])
    func `no page, source comment or test name has a banned word`(_ word: String) throws {
        let pages = try SourceTree.documentation() + SourceTree.catalogs()
        let sources = try SourceTree.swiftFiles(below: "Sources")
        let comments = sources.map { file in
            (file.path, file.text.split(separator: "\n").filter { $0.contains("// ") }.joined(separator: "\n"))
        }
        let texts = pages.map { ($0.path, $0.lines.joined(separator: "\n")) } + comments
        let names = try SourceTree.testNames().map { ("the name of a test", $0) }
        let found = (texts + names).flatMap { path, text in
            Self.lines(of: text, with: word).map { "\(path): \($0)" }
        }
        #expect(found == [])
    }

    @Test func `names of tests have fewer than 90 characters`() throws {
        #expect(try SourceTree.testNames().filter { $0.count >= 90 } == [])
    }

    /// Returns the lines that contain the word as a whole, in lower case.
    private static func lines(of text: String, with word: String) -> [Substring] {
        text.lowercased().split(separator: "\n").filter { line in
            line.ranges(of: word).contains {
                line[..<$0.lowerBound].last?.isLetter != true && line[$0.upperBound...].first?.isLetter != true
            }
        }
    }
}
