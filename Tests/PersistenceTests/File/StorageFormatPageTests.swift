import Domain
import Foundation
import Persistence
import Testing

/// Tests of the page that describes the formats of the stores.
struct StorageFormatPageTests {
    /// Returns the row of a table with this beginning.
    private func row(_ beginning: String) throws -> Substring {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Docs/StorageFormat.md"
        )
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        return try #require(lines.first { $0.hasPrefix(beginning) })
    }

    @Test(arguments: Profile.fields.indices)
    func `the page names the flag and the key of each field of a profile`(index: Int) throws {
        #expect(try row("| 1 | flags: ").contains(" \(2 << index) "))
        #expect(try row("| profile, in a session | ").contains("`\(Profile.fields[index].key)`"))
    }

    @Test func `no two flags of an account are the same bit of its byte`() throws {
        let flags = try row("| 1 | flags: ").dropFirst(11).matches(of: #/[0-9]+/#).compactMap { Int($0.output) }
        let fields = Profile.fields.indices.map { 2 << $0 }
        #expect(flags == (Set([1, 64, 128]).union(fields)).sorted())
        #expect(flags.count == fields.count + 3)
    }
}
