package import Foundation
package import Testing

/// A text that is compared with a file, so that its changes show in a diff.
package enum Snapshot {
    /// Returns the file with a name, in the directory of the test target.
    package static func file(_ name: String, of test: String = #filePath) -> URL {
        var folder = URL(filePath: test).deletingLastPathComponent()
        while folder.deletingLastPathComponent().lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        return folder.appending(path: "Snapshots/\(name).txt")
    }

    /// Compares a text with the file in `Snapshots` of the test target.
    ///
    /// With `RECORD_SNAPSHOTS` set, it overwrites the file and fails.
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
