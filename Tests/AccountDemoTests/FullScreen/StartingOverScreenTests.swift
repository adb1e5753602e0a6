import AccountDemo
import AccountFlowTesting
import App
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of the screen of a session that cannot be read.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StartingOverScreenTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [AppConfiguration.start, .shop, .accounts])
    func `the button starts over after a confirmation`(preset: AppConfiguration) async throws {
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data)
        try Data("nonsense".utf8).write(to: URL(filePath: data + "/session.json"))
        var configuration = preset
        configuration.hashingCost = .minimal
        let composition = AppComposition(
            configuration,
            repositories: Repositories(folder: StorageDirectory(path: data))
        )
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        if configuration.launchStyle == .startScreen { await app.type([.enter]) }
        #expect(app.drawn().text.contains("Try again"))
        #expect(app.drawn().text.contains("Start over"))

        await app.type([.enter])
        #expect(app.content.alert == nil)
        await app.type([.tab, .enter])
        #expect(app.content.alert?.title == "Start over?")
        // Cancel is selected first.
        await app.type([.enter])
        #expect(FileManager.default.fileExists(atPath: data + "/session.json"))
        await app.type([.enter, .right, .enter])
        #expect(app.content.alert == nil)
        #expect(!app.drawn().text.contains("Start over"))
        #expect(!FileManager.default.fileExists(atPath: data + "/session.json"))
        #expect(FileManager.default.fileExists(atPath: data + "/session.json.damaged-1"))
        await app.shutDown()
    }
}
