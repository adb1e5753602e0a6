import Testing

struct RepositoryShapeTests {
    @Test func `the top level has exactly the expected files and folders`() throws {
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

    @Test func `make thorough runs every suite whose length depends on THOROUGHNESS`() throws {
        let makefile = try SourceTree.text(of: "Makefile")
        let trials = makefile.matches(of: #/\b(\w+_TRIALS) :=/#).map(\.1)
        #expect(trials.filter { !makefile.contains("\tTHOROUGHNESS=change $(\($0))") } == [])
        // The script for PostgreSQL has a filter of its own.
        let script = try SourceTree.text(of: ".ci/test-postgresql")
        let lists = makefile.matches(of: #/_TRIALS := [^']*--filter '([^']+)'/#).map(\.1)
        let filters = (lists + script.matches(of: #/--filter (\w+)/#).map(\.1)).flatMap { $0.split(separator: "|") }
        let suites = try SourceTree.swiftFiles(below: "Tests")
            .filter { $0.text.contains(#/Thoroughness\.(count|current)/#) && $0.path.hasSuffix("Tests.swift") }
            .map(\.path)
        try #require(suites.count > 10 && filters.count > 10)
        #expect(suites.filter { suite in !filters.contains { suite.contains($0) } } == [])
    }

    @Test func `no type has a vague name such as Manager or Helper`() throws {
        let names = try SourceTree.swiftFiles(below: "Sources").flatMap(\.typeNames)
        let vague = ["Manager", "Helper", "Util", "Utils", "Impl", "Base"]
        #expect(names.filter { name in vague.contains { name.hasSuffix($0) } } == [])
    }

    @Test(arguments: [
        "@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(", "DispatchSemaphore", "as!",
        "ThrowingContinuation",
    ])
    func `the sources use no escape hatches`(_ hatch: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources").filter { $0.text.contains(hatch) }
        #expect(files.map(\.path) == [])
    }

    // The compiler reports a literal, but not these: they trap, or are 0.
    @Test func `no constant needs an Int of more than 32 bits`() throws {
        let shift = #/\b1 << (?:3[1-9]|[4-6][0-9])\b/#
        let conversion = #/\bInt\((?:UInt32|Int64|UInt64)\.max\)/#
        let wide = try SourceTree.swiftFiles(below: "Sources").flatMap { file in
            file.code.split(separator: "\n").filter { $0.contains(shift) || $0.contains(conversion) }
        }
        #expect(wide == [])
    }

    @Test func `a file for Glibc is also for Musl, Android and Darwin, unless it is for Glibc alone`() throws {
        let systems: Set = ["Glibc", "Musl", "Android", "Darwin"]
        let files = try SourceTree.swiftFiles(below: "Sources").filter { file in
            let isForOne = file.text.hasPrefix("#if canImport(Glibc)\n") && file.text.hasSuffix("\n#endif\n")
            let imported = systems.intersection(file.imports.map(\.module))
            return imported.contains("Glibc") && imported != systems && !isForOne
        }
        #expect(files.map(\.path) == [])
    }
}
