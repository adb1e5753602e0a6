import Domain
import Foundation
import Persistence
import Testing

/// Tests of the page that describes the formats of the stores.
struct StorageFormatPageTests {
    @Test(arguments: Profile.fields.indices)
    func `the page names the flag and the key of each field of a profile`(index: Int) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Docs/StorageFormat.md"
        )
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let flags = try #require(lines.first { $0.hasPrefix("| 1 | flags: ") })
        let members = try #require(lines.first { $0.hasPrefix("| profile, in a session | ") })
        #expect(flags.contains(" \(2 << index) "))
        #expect(members.contains("`\(Profile.fields[index].key)`"))
    }
}
