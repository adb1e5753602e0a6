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

    @Test func `no file is longer than 400 lines`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tests")
        let pages = try SourceTree.documentation() + SourceTree.catalogs()
        let texts = try files.map { ($0.path, $0.text) } + pages.map { ($0.path, try SourceTree.text(of: $0.path)) }
        let long = texts.filter { $0.1.split(separator: "\n", omittingEmptySubsequences: false).count > 401 }
        #expect(long.map(\.0) == [])
    }

    @Test func `whatever is tried at length where it is asked for is among the long trials`() throws {
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

    @Test func `a file has one type of its own at most, and its name`() throws {
        let others = try SourceTree.swiftFiles(below: "Sources").filter { file in
            let name = file.path.split(separator: "/").last?.prefix { $0 != "." && $0 != "+" } ?? ""
            return !file.typeNames.allSatisfy { $0 == name } || file.typeNames.count > 1
        }
        #expect(others.map(\.path) == [])
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
