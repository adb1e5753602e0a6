import AccountFlowTesting
import Foundation
import Testing

struct ReadmeContractExampleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    @Test func `the example in the README is what is compiled and run here, and the import of the reader's module`()
        throws
    {
        let imports = "import AccountFlowTesting\nimport Testing\n"
        let example = try text("ReadmeContractExample.swift")
            .replacing(imports, with: imports + "\n@testable import Shop\n")
        #expect(try text("../../README.md").contains("```swift\n" + example + "```\n"))
    }

    @Test func `the README has the number of cases that it is`() throws {
        let count = AccountRepositoryContract.promises.count
        #expect(try text("../../README.md").contains("lines in it are a test of \(count) cases,"))
    }
}
