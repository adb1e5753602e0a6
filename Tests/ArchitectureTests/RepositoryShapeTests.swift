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
        let long = files.filter { $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > 401 }
        #expect(long.map(\.path) == [])
    }

    @Test(
        "the sources do without escape hatches",
        arguments: ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(", "DispatchSemaphore", "as!"]
    )
    func noEscapeHatch(_ hatch: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources").filter { $0.text.contains(hatch) }
        #expect(files.map(\.path) == [])
    }
}
