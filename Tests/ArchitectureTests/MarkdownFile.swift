import Foundation

/// A page of the documentation, as text.
struct MarkdownFile {
    /// The path from the root of the checkout, such as `Docs/Features.md`.
    let path: String

    /// The lines outside of code blocks.
    let lines: [Substring]

    /// The Swift code of its code blocks, each block as one text.
    let swiftBlocks: [String]

    init(path: String, text: String) {
        self.path = path
        var lines: [Substring] = []
        var blocks: [String] = []
        var block: [Substring]?
        var isSwift = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let finished = block {
                    if isSwift { blocks.append(finished.joined(separator: "\n")) }
                    block = nil
                } else {
                    isSwift = line == "```swift"
                    block = []
                }
            } else if block != nil {
                block?.append(line)
            } else {
                lines.append(line)
            }
        }
        self.lines = lines
        swiftBlocks = blocks
    }

    /// The texts of the headings of all levels.
    var headings: [String] {
        lines.filter { $0.hasPrefix("#") }.map { String($0.drop { $0 == "#" }.drop { $0 == " " }) }
    }

    /// The headings of empty sections: those directly before a heading of the same or a higher level, or at the end.
    var emptyHeadings: [String] {
        let full = lines.filter { !$0.isEmpty }
        func level(_ line: Substring) -> Int { line.prefix { $0 == "#" }.count }
        return full.indices.filter { place in
            guard level(full[place]) > 0 else { return false }
            return place + 1 == full.count || (1...level(full[place])).contains(level(full[place + 1]))
        }.map { String(full[$0]) }
    }

    /// Returns the lines between a heading and the next one of any level.
    func lines(under heading: String) -> ArraySlice<Substring> {
        lines.drop { !($0.hasPrefix("#") && $0.hasSuffix("# " + heading)) }.dropFirst().prefix { !$0.hasPrefix("#") }
    }

    /// The cells of the rows of its tables, without the header and the separator.
    var rows: [[String]] {
        let tables = lines.split { !$0.hasPrefix("|") }
        return tables.flatMap { $0.dropFirst(2) }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The targets of its links, and the files and folders of the checkout that are named in code spans.
    var references: [String] {
        lines.flatMap { line in
            let links = line.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
            let spans = Self.codeSpans(in: line).filter { $0.contains(#/^(?:Sources|Tests|Docs|\.ci)\/[\w.\/+\-]*$/#) }
            return links.filter { !$0.hasPrefix("http") } + spans.map { "/" + $0 }
        }
    }

    /// Returns the texts between backticks.
    static func codeSpans(in text: some StringProtocol) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count - 1, by: 2).map { String(parts[$0]) }
    }

    /// Returns the anchor that GitHub creates for a heading.
    static func anchor(of heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }
}
