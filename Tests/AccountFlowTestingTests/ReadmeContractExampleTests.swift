import Foundation
import Testing

struct ReadmeContractExampleTests {
    @Test func `the five lines in the README are those that are compiled and run here`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: "ReadmeContractExample.swift"), encoding: .utf8)
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example + "```\n"))
    }
}
