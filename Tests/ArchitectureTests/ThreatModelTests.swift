import Testing

struct ThreatModelTests {
    /// What the third column of the table of defences names, such as `C6` and `ASVS 16.4.1`.
    private static func ids() throws -> Set<String> {
        let rows = try SourceTree.text(of: "Docs/ThreatModel.md").split(separator: "\n").filter { $0.hasPrefix("|") }
        let cells = rows.map { $0.split(separator: "|") }.filter { $0.count == 4 }.map { $0[2] }
        return Set(cells.flatMap { $0.matches(of: #/ASVS [0-9.]+[0-9]|\b[CT][0-9]+/#).map { String($0.0) } })
    }

    @Test func `every id that the threat model refers to begins the name of a test`() throws {
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
    func `every criterion is in the threat model`(id: String) throws {
        #expect(try Self.ids().contains(id))
    }
}
