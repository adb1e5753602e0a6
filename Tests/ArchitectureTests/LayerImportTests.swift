import Testing

struct LayerImportTests {
    @Test func `S1.11 every import in the sources is allowed by the module graph`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources")
        try #require(files.count > 50)
        #expect(files.flatMap(LayerGraph.accountFlow.violations) == [])
    }

    @Test func `every import in the tests is allowed by the module graph, and none is @testable`() throws {
        // This folder is a separate package.
        let files = try SourceTree.swiftFiles(below: "Tests").filter { !$0.path.hasPrefix("Tests/ModuleAliases/") }
        try #require(files.count > 20)
        #expect(files.flatMap(LayerGraph.accountFlow.violations) == [])
    }

    @Test(arguments: [
        ("Sources/Persistence/A.swift", "import Validation"),
        ("Sources/Validation/A.swift", "public import App"),
        ("Sources/Domain/A.swift", "import Presentation"),
        ("Sources/Presentation/A.swift", "package import Networking"),
        ("Sources/Presentation/A.swift", "import struct Persistence.StorageDirectory"),
        ("Sources/AccountDemo/A.swift", "@preconcurrency import Validation"),
        ("Tests/TestSupport/A.swift", "import Persistence"),
        ("Sources/AccountFlowTesting/A.swift", "import Networking"),
        ("Sources/Persistence/A.swift", "import AccountFlowTesting"),
        ("Tests/DomainTests/A.swift", "@testable import Domain"),
        ("Sources/Domain/A.swift", "import Foundation"),
        ("Sources/Domain/A.swift", "#if os(Linux)\nimport Foundation\n#endif"),
        ("Sources/Domain/A.swift", "#if canImport(FoundationEssentials)\nimport Foundation\n#endif"),
        ("Sources/Validation/A.swift", "import FoundationEssentials"),
        ("Sources/Networking/A.swift", "import FoundationNetworking"),
        ("Sources/Networking/A.swift", "#if URLSession\n#endif\nimport FoundationNetworking"),
        ("Sources/Presentation/A.swift", "  import UIKit"),
        ("Sources/Elsewhere/A.swift", ""),
        ("Sources/Persistence/A.swift", "fileprivate import Validation"),
        ("Sources/Persistence/A.swift", "/* for now */ import Validation"),
        ("Sources/Persistence/A.swift", "@_spi(A, B) import Validation"),
        ("Sources/Persistence/A.swift", "@_spi(A) @preconcurrency public import Validation"),
        ("Sources/Persistence/A.swift", "import Validation // for now"),
        ("Tests/DomainTests/A.swift", "import Domain\nimport Validation"),
    ])
    func `an import that the module graph does not allow is reported`(path: String, text: String) {
        #expect(LayerGraph.accountFlow.violations(in: SourceFile(path: path, text: text)).count == 1)
    }

    @Test(arguments: [
        ("Sources/Persistence/A.swift", "public import Domain"),
        ("Sources/App/A.swift", "import Validation\nimport Persistence"),
        (
            "Sources/Domain/A.swift",
            "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif"
        ),
        (
            "Sources/Domain/A.swift",
            "#if canImport(Darwin)\nimport Foundation\n#else\n@_spi(_Unicode) import Swift\n#endif"
        ),
        ("Sources/Networking/A.swift", "#if canImport(Darwin) || URLSession\nimport FoundationNetworking\n#endif"),
        ("Sources/Domain/A.swift", "/// people import Persistence as well"),
        ("Sources/Domain/A.swift", "let text = important + imports"),
        ("Tests/DomainTests/A.swift", "import Persistence"),
        ("Tests/DomainTests/A.swift", "import Foundation\nimport TestSupport"),
    ])
    func `an import that the module graph allows is not reported`(path: String, text: String) {
        #expect(LayerGraph.accountFlow.violations(in: SourceFile(path: path, text: text)) == [])
    }
}
