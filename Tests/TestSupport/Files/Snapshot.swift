package import Foundation
package import Testing

/// A text that is kept on file, so that whoever changes it sees how.
package enum Snapshot {
    /// Where the text of that name is kept for the module that a test belongs to.
    package static func file(_ name: String, of test: String = #filePath) -> URL {
        var folder = URL(filePath: test).deletingLastPathComponent()
        while folder.deletingLastPathComponent().lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        return folder.appending(path: "Snapshots/\(name).txt")
    }

    /// Compares a text with the one in `Snapshots` of the module's tests; with `RECORD_SNAPSHOTS` set, writes it anew
    /// and fails.
    package static func expect(
        _ text: String,
        named name: String,
        of test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = file(name, of: test)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name)", sourceLocation: sourceLocation)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8), sourceLocation: sourceLocation)
    }
}
