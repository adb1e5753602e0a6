import Domain
import Foundation
import Testing

struct ReadmeExampleTests {
    @Test func `the example in the README does what is said about it`() {
        #expect(hints(for: "1bcdef@gmail.com") == [.startsWithDigit])
        #expect(hints(for: "abcdef@gmail.com") == [])
    }

    @Test func `the example in the README is the one that is compiled here`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example + "```\n"))
    }
}
