package import App
import Domain
import Networking
package import Persistence
import Presentation

/// Plays the five systems through their view models, as a person at the screens would, row by row of the requirements,
/// and stops at the first row that comes out in another way.
@MainActor
package struct Tour {
    /// What one line of the transcript may wait for before it is printed.
    package typealias Pause = @MainActor () async -> Void

    private let presets: [AppSettings.Preset]
    private let storage: TourStorage
    private let text: any DemoText
    private let hashingCost: HashingCost
    private let adjust: @MainActor (inout AppConfiguration) -> Void

    /// Creates a tour.
    ///
    /// - Parameters:
    ///   - presets: The systems to play, in this order.
    ///   - storage: Where they store things.
    ///   - text: What the program says.
    ///   - hashingCost: How costly it is to hash a password.
    ///   - adjust: Changes the configuration of a system before it is played.
    package init(
        of presets: [AppSettings.Preset] = AppSettings.Preset.allCases,
        in storage: TourStorage,
        text: any DemoText,
        hashingCost: HashingCost = .standard,
        adjust: @escaping @MainActor (inout AppConfiguration) -> Void = { _ in }
    ) {
        self.presets = presets
        self.storage = storage
        self.text = text
        self.hashingCost = hashingCost
        self.adjust = adjust
    }

    /// Plays the tour; nothing of what it stores is left.
    ///
    /// - Parameters:
    ///   - pause: Awaited before each line.
    ///   - print: Prints a line of the transcript.
    /// - Returns: How it ended.
    package func run(pause: @escaping Pause = {}, print: @escaping @MainActor (String) -> Void) async -> CommandResult {
        do throws(TourFailure) {
            let keepsFolder = try await storage.prepare()
            defer { storage.remove(presets, keepsFolder: keepsFolder) }
            let transcript = Transcript(pause: pause, print: print)
            for preset in presets { try await play(preset, transcript) }
            return .done(CommandReport(outcome: .toured), text: "\n" + text.tourDone)
        } catch {
            return ending(error)
        }
    }

    private func ending(_ failure: TourFailure) -> CommandResult {
        switch failure {
        case .folderInUse:
            let message = text.tourNeedsEmptyFolder
            return .failed(.refused, CommandReport(outcome: .refused, reason: "folder-in-use", message: message))
        case .unavailable(let error):
            let message = text.language.messages.message(for: error)
            return .failed(
                error.reason.exitCode,
                CommandReport(outcome: .failed, reason: error.reason.code, message: message)
            )
        case .interrupted:
            let message = text.tourInterrupted
            return .failed(.refused, CommandReport(outcome: .refused, reason: "cancelled", message: message))
        case .unexpected(let row, let wanted, let found):
            let message = text.tourFailed(row: row, wanted: wanted, found: found)
            return .failed(.refused, CommandReport(outcome: .failed, reason: "unexpected", message: message))
        }
    }

    private func play(_ preset: AppSettings.Preset, _ transcript: Transcript) async throws(TourFailure) {
        let stage = try stage(for: preset, transcript)
        let system = system(preset, on: stage)
        try await transcript.system("══ \(preset.rawValue): \(system.title)")
        do {
            for row in system.rows {
                stage.row = row.id
                try await transcript.row(row.id, row.title)
                try await row.play()
            }
        } catch {
            await stage.app.shutDown()
            throw error
        }
        await stage.app.shutDown()
    }

    private func system(_ preset: AppSettings.Preset, on stage: TourStage) -> any TourSystem {
        switch preset {
        case .signIn: SignInTour(stage)
        case .start: StartTour(stage)
        case .accounts: AccountsTour(stage)
        case .remote: RemoteTour(stage)
        case .shop: ShopTour(stage)
        }
    }

    private func stage(for preset: AppSettings.Preset, _ transcript: Transcript) throws(TourFailure) -> TourStage {
        let server: TourServer
        var configuration: AppConfiguration
        do {
            server = try TourServer(for: preset)
            var settings = AppSettings()
            settings.preset = preset
            settings.server = preset.needsServer ? server.url : nil
            settings.language = text.language
            settings.hashingCost = hashingCost
            if preset == .shop { settings.signInDelay = .seconds(5) }
            configuration = try settings.configuration()
        } catch {
            throw .unexpected(row: preset.rawValue, wanted: "a configuration", found: "\(error)")
        }
        // What the transcript shows must not depend on when an answer comes: nobody asks whether an ID is free before
        // it is submitted, and what was not answered is not asked again by itself.
        configuration.availabilityPause = nil
        if case .remote(var backend) = configuration.backend {
            backend.retry = RetryPolicy(maximumAttempts: 1)
            configuration.backend = .remote(backend)
        }
        adjust(&configuration)
        return TourStage(
            configuration,
            server: server,
            text: text,
            transcript: transcript,
            makeRepositories: storage.opener(for: preset)
        )
    }
}
