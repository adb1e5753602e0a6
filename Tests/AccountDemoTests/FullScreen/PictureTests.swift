import AccountDemo
import AccountFlowTesting
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

    private func expect(_ picture: String, named name: String) throws {
        let file = Self.folder.appending(path: name + ".svg")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(picture.utf8).write(to: file)
            Issue.record("drew \(name)")
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(picture == recorded, "run make pictures")
        // As characters, the lines of a frame and the blocks of a QR code have gaps.
        #expect(picture.firstMatch(of: #/>[^<]*[─│╭╮╰╯▀▄█][^<]*</#) == nil)
        // Each colour has a rule for a dark and for a light ground.
        for name in Set(picture.matches(of: #/ class="([^"]+)"/#).map(\.1)) {
            #expect(picture.ranges(of: ".\(name){fill:").count == 2)
        }
        // Browsers show only well-formed pictures.
        #expect(XMLCheck.isWellFormed(picture))
    }

    @Test(arguments: ScreenShot.allCases, Language.allCases)
    func `each screen looks as in its picture`(shot: ScreenShot, language: Language) async throws {
        let app = await shot.app(in: language)
        let picture = app.drawn(columns: shot.size.columns, rows: shot.size.rows).svg
        try expect(picture, named: "\(language.rawValue)/\(shot.rawValue)")
        // The menu of the apps names the password of the example.
        #expect(picture.contains("password1") == (shot == .apps))
    }

    @Test func `the animation shows an account from the sign-up to the sign-out`() async throws {
        let app = await FullScreenApp.stub(.start, named: .start, clock: ManualClock())
        var frames = [(screen: app.drawn(rows: 20), milliseconds: 1_500)]
        func type(_ key: Key, _ milliseconds: Int) async {
            await app.type([key])
            frames.append((app.drawn(rows: 20), milliseconds))
        }
        await type(.enter, 900)
        for text in ["kimkim@example.com", "password1", "password1", "Kim"] {
            if text != "kimkim@example.com" { await type(.tab, 700) }
            for character in text { await type(.text(String(character)), 90) }
        }
        await type(.enter, 2_000)
        for _ in 0..<20 where !app.drawn().text.contains("Signed out") {
            let isSignOut = app.content.focus.map { app.content.elements[$0] } == .button("Sign out", isEnabled: true)
            await type(isSignOut ? .enter : .tab, isSignOut ? 2_500 : 700)
        }
        let picture = CellGrid.animation(of: frames)
        #expect(frames.count > 40 && picture.utf8.count < 200_000)
        #expect(!picture.contains("<script") && !picture.contains("password1"))
        try expect(picture, named: "account-life")
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
