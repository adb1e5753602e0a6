import AccountFlowTesting
import Foundation
import Testing

struct ReadmeContractExampleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func readme() throws -> String {
        try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
    }

    @Test func `the five lines in the README are those that are compiled and run here`() throws {
        let example = try String(contentsOf: folder.appending(path: "ReadmeContractExample.swift"), encoding: .utf8)
        #expect(try readme().contains("```swift\n" + example + "```\n"))
    }

    @Test func `the README has the number of tests that they are`() throws {
        let count = AccountRepositoryContract.promises.count
        #expect(try readme().contains("five lines are a suite of \(count) tests:"))
    }
}
