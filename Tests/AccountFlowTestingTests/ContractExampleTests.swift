import AccountFlowTesting
import Foundation
import Testing

/// Tests of the example in the testing guide.
struct ContractExampleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    @Test func `the guide shows the compiled example, plus the import of the reader's module`() throws {
        let imports = "import AccountFlowTesting\nimport Testing\n"
        let example = try text("ContractExample.swift")
            .replacing(imports, with: imports + "\n@testable import Shop\n")
        #expect(try text("../../Docs/Guides/Testing.md").contains("```swift\n" + example + "```\n"))
    }

    @Test func `the guide states the number of test cases of the example`() throws {
        let count = AccountRepositoryContract.promises.count
        #expect(try text("../../Docs/Guides/Testing.md").contains("these lines are a test of \(count) cases:"))
    }
}
