package import App
import Domain
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Networking
package import Persistence
import Presentation

/// The tour of the five systems: it plays their script, and stops at the first step that does not come out as it should.
@MainActor
package struct Tour {
    private let presets: [AppSettings.Preset]
    private let storage: AppConfiguration.Storage
    private let text: any DemoText
    private let hashingCost: HashingCost
    private let adjust: @MainActor (inout AppConfiguration) -> Void

    /// Creates a tour of systems, in this order; `adjust` changes the configuration of each before it is played.
    package init(
        of presets: [AppSettings.Preset] = AppSettings.Preset.allCases,
        in storage: AppConfiguration.Storage,
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

    /// Plays the tour, with a pause before each line of the transcript, and removes what it has stored.
    package func run(
        pause: @escaping @MainActor () async -> Void = {},
        print: @escaping @MainActor (String) -> Void
    ) async -> CommandResult {
        func tell(_ line: String) async throws(TourFailure) {
            await pause()
            guard !Task.isCancelled else { throw .interrupted }
            print(line)
        }
        do throws(TourFailure) {
            let keepsFolder = try await storage.prepare()
            defer { storage.remove(presets, keepsFolder: keepsFolder) }
            for preset in presets {
                let player = makePlayer(of: preset, print: tell)
                let separator = preset == presets.first ? "" : "\n"
                try await tell("\(separator)══ \(preset.rawValue): \(text.tourTitles[preset.rawValue] ?? "")")
                try await player.play(TourScript(text: text).steps(for: preset))
            }
            return .done("toured", text: "\n" + text.tourDone)
        } catch {
            return result(of: error)
        }
    }

    private func result(of failure: TourFailure) -> CommandResult {
        switch failure {
        case .folderInUse: return .failed("folder-in-use", text.tourNeedsEmptyFolder)
        case .interrupted: return .failed("cancelled", text.tourInterrupted)
        case .unavailable(let error):
            return .failed(error.reason.code, exit: error.reason.exitCode, text.messages.message(for: error))
        case .unexpected(let row, let step, let wanted, let found):
            let (wanted, found) = (text.shown(wanted, maximum: 200), text.shown(found, maximum: 200))
            let message = text.tourFailed(row: row, step: step, wanted: wanted, found: found)
            var result = CommandResult.failed("unexpected", message)
            // The app is at fault.
            result.report["outcome"] = .string("failed")
            return result
        }
    }

    private func makePlayer(
        of preset: AppSettings.Preset,
        print: @escaping @MainActor (String) async throws(TourFailure) -> Void
    ) -> TourPlayer {
        var configuration = preset.configuration(in: text.language, hashingCost: hashingCost)
        if preset == .shop { configuration.signInDelay = .seconds(5) }
        // The transcript must not depend on when an answer comes: nothing checks whether an ID is free before it is
        // submitted, and no request is repeated.
        configuration.availabilityPause = nil
        if case .remote(var backend) = configuration.backend {
            backend.retry = RetryPolicy(maximumAttempts: 1)
            configuration.backend = .remote(backend)
        }
        adjust(&configuration)
        return TourPlayer(
            configuration,
            server: TourServer(for: preset),
            text: text,
            openStores: storage.opener(for: preset),
            print: print
        )
    }
}

/// The reason why the tour stopped.
enum TourFailure: Error {
    /// The folder is not empty.
    case folderInUse

    /// The storage cannot be read or written.
    case unavailable(StorageError)

    /// A step of a row did not come out as it should.
    case unexpected(row: String, step: Int, wanted: String, found: String)

    /// The user asked to stop.
    case interrupted
}

/// The storage of the tour: each system has a place of its own, and nothing is left in the end.
extension AppConfiguration.Storage {
    /// Checks that the folder is empty; returns whether it exists.
    fileprivate func prepare() async throws(TourFailure) -> Bool {
        guard case .folder(let path) = self else { return false }
        _ = try await mapError(TourFailure.unavailable, awaiting: try await Repositories(self).sessions.load())
        // A folder that cannot be listed does not exist, because a store in it could be read.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        guard names.isEmpty else { throw .folderInUse }
        return true
    }

    /// Makes a function that opens the stores of a system.
    @MainActor
    fileprivate func opener(for preset: AppSettings.Preset) -> @MainActor () -> Repositories {
        guard case .folder(let path) = self else {
            let repositories = Repositories()
            return { repositories }
        }
        return { Repositories(.folder(path + "/" + preset.rawValue)) }
    }

    /// Removes the stores of these systems, and the folder as well unless it is to be kept.
    fileprivate func remove(_ presets: [AppSettings.Preset], keepsFolder: Bool) {
        guard case .folder(let path) = self else { return }
        // What cannot be removed was never made.
        for preset in presets { try? FileManager.default.removeItem(atPath: path + "/" + preset.rawValue) }
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
        if !keepsFolder, isEmpty { try? FileManager.default.removeItem(atPath: path) }
    }
}
