package import Foundation
package import Testing

/// A text that is kept on file, so that whoever changes it sees how.
package enum Snapshot {
    /// Compares a text with the one in `Snapshots` of the module's tests; with `RECORD_SNAPSHOTS` set, writes it anew and
    /// fails.
    package static func expect(
        _ text: String,
        named name: String,
        of test: String = #filePath,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var folder = URL(filePath: test).deletingLastPathComponent()
        while folder.deletingLastPathComponent().lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        let file = folder.appending(path: "Snapshots/\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name)", sourceLocation: sourceLocation)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8), sourceLocation: sourceLocation)
    }
}
