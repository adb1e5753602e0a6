import Foundation
import Testing

/// A text that is kept on file, so that whoever changes it sees how.
enum Snapshot {
    /// Where a text is kept.
    static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Snapshots/\(name).txt")
    }

    /// Compares a text with the one on file; with `RECORD_SNAPSHOTS` set, writes it anew and fails.
    static func expect(
        _ text: String,
        named name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = file(name)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name)", sourceLocation: sourceLocation)
        }
        #expect(try text == String(contentsOf: file, encoding: .utf8), sourceLocation: sourceLocation)
    }
}
