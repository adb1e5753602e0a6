import Testing

struct RepositoryShapeTests {
    @Test func `the top level holds what it should and nothing else`() throws {
        #expect(
            try SourceTree.topLevelNames()
                == ["Package.swift", "Sources", "Tests", "Docs", "Makefile", "README.md"]
        )
    }

    @Test func `the manifest names no package dependency`() throws {
        let manifest = try SourceTree.text(of: "Package.swift")
        #expect(!manifest.contains(".package("))
        #expect(!manifest.contains("unsafeFlags"))
    }

    @Test func `every suite whose length THOROUGHNESS sets is run by make thorough`() throws {
        let makefile = try SourceTree.text(of: "Makefile")
        let filters = makefile.matches(of: #/_TRIALS := [^']*--filter '([^']+)'/#).flatMap {
            $0.1.split(separator: "|")
        }
        let suites = try SourceTree.swiftFiles(below: "Tests")
            .filter { $0.text.contains(#/Thoroughness\.(count|current)/#) && $0.path.hasSuffix("Tests.swift") }
            .map(\.path)
        try #require(suites.count > 10 && filters.count > 10)
        #expect(suites.filter { suite in !filters.contains { suite.contains($0) } } == [])
    }

    @Test func `no type is named after nothing in particular`() throws {
        let names = try SourceTree.swiftFiles(below: "Sources").flatMap(\.typeNames)
        let vague = ["Manager", "Helper", "Util", "Utils", "Impl", "Base"]
        #expect(names.filter { name in vague.contains { name.hasSuffix($0) } } == [])
    }

    @Test(
        "the sources do without escape hatches",
        arguments: [
            "@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(", "DispatchSemaphore", "as!",
            "ThrowingContinuation",
        ]
    )
    func noEscapeHatch(_ hatch: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources").filter { $0.text.contains(hatch) }
        #expect(files.map(\.path) == [])
    }
}
