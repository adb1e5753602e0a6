import AccountDemo
import App
import Domain
import Foundation
import Persistence
import Presentation
import Testing

/// Tests of the documentation's pictures, which the app draws; `make pictures` updates them.
@MainActor
struct PictureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Docs/Pictures")

    private func expect(_ app: FullScreenApp, named name: String) throws {
        let picture = ScreenDrawing(columns: 80, rows: 20).draw(app.content).svg
        let file = Self.folder.appending(path: name + ".svg")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(picture.utf8).write(to: file)
            Issue.record("drew \(name)")
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(picture == recorded, "run make pictures")
        #expect(!picture.contains("password1"))
        // Browsers show only well-formed pictures.
        #expect(XMLCheck.isWellFormed(picture))
    }

    @Test func `the picture of a sign-up shows the issue of the ID`() async throws {
        let app = await FullScreenApp.stub(.start, language: .korean)
        await app.type([.enter, .text("1bcdef@gmail.com"), .tab, .text("password1"), .tab, .text("pass")])
        try expect(app, named: "sign-up")
    }

    @Test func `the picture of a deletion shows the confirmation`() async throws {
        let app = await FullScreenApp.stub(.start)
        let texts = ["abcdef@gmail.com", "password1", "password1", "Kim"]
        await app.type([.enter] + texts.flatMap { [Key.text($0), .tab] }.dropLast() + [.enter, .tab, .tab, .enter])
        try expect(app, named: "deletion")
    }

    @Test func `the picture of a shop shows the terms to agree to`() async throws {
        let app = await FullScreenApp.stub(.shop)
        await app.type([.enter, .text("abcdef"), .tab, .text("ghijkl"), .tab])
        try expect(app, named: "terms")
    }
}

/// A check of the closing tags and entities of a picture.
private enum XMLCheck {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for tag in text.matches(of: #/<(/?)([a-z]+)[^<>]*?(/?)>/#) {
            if !tag.3.isEmpty { continue }
            if tag.1.isEmpty {
                open.append(tag.2)
            } else if open.popLast() != tag.2 {
                return false
            }
        }
        return open.isEmpty && !text.contains(#/&(?!lt;|gt;|amp;)/#)
    }
}
