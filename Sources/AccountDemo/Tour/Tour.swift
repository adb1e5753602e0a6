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

/// The tour of the five systems, which plays their scripts and stops at the first step with a wrong result.
///
/// It prints the transcript, or a line for each system and one screen of the app.
@MainActor
package struct Tour {
    private let presets: [AppSettings.Preset]
    private let storage: AppConfiguration.Storage
    private let text: any DemoText
    private let hashingCost: HashingCost
    private let isVerbose: Bool
    private let palette: Palette
    private let adjust: @MainActor (inout AppConfiguration) -> Void

    /// Creates a tour of systems, in this order.
    ///
    /// A verbose tour prints the transcript. `adjust` changes the configuration of each system.
    package init(
        of presets: [AppSettings.Preset] = AppSettings.Preset.allCases,
        in storage: AppConfiguration.Storage,
        text: any DemoText,
        hashingCost: HashingCost = .standard,
        isVerbose: Bool = true,
        palette: Palette = .none,
        adjust: @escaping @MainActor (inout AppConfiguration) -> Void = { _ in }
    ) {
        self.presets = presets
        self.storage = storage
        self.text = text
        self.hashingCost = hashingCost
        self.isVerbose = isVerbose
        self.palette = palette
        self.adjust = adjust
    }

    /// Plays the tour, with a pause before each line, and removes the accounts; it ends if a line cannot be printed.
    package func run(
        pause: @escaping @MainActor () async -> Void = {},
        print: @escaping @MainActor (String) -> Bool
    ) async -> CommandResult {
        func tell(_ line: String) async throws(TourFailure) {
            await pause()
            guard !Task.isCancelled else { throw .interrupted }
            guard print(line) else { throw .output }
        }
        do throws(TourFailure) {
            let keepsFolder = try await storage.prepare()
            defer { storage.remove(presets, keepsFolder: keepsFolder) }
            for preset in presets {
                let steps = TourScript(text: text).steps(for: preset)
                if isVerbose {
                    let separator = preset == presets.first ? "" : "\n"
                    try await tell("\(separator)══ \(preset.rawValue): \(text.tourTitles[preset.rawValue] ?? "")")
                    try await makePlayer(of: preset, print: tell).play(steps)
                } else {
                    try await makePlayer(of: preset) { _ throws(TourFailure) in
                        guard !Task.isCancelled else { throw .interrupted }
                    }.play(steps)
                    try await tell(summary(of: preset, steps))
                }
            }
            if !isVerbose, presets.contains(.start) {
                for line in await screen() { try await tell(line) }
            }
            return .done("toured", text: isVerbose ? "\n" + text.tourDone : "")
        } catch {
            return result(of: error)
        }
    }

    /// Returns one line about a system whose steps had the expected results.
    private func summary(of preset: AppSettings.Preset, _ steps: [TourStep]) -> String {
        let rows = steps.compactMap { step in
            if case .row(let id) = step { id } else { nil }
        }
        func column(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(width - text.columns, 1))
        }
        let mark = palette == .none ? "✔" : palette.sequence(for: .green) + "✔" + palette.sequence(for: .plain)
        let range = "\(rows.first ?? "")–\(rows.last ?? "")"
        return "\(mark) \(column(preset.rawValue, 10))\(column(range, 13))\(text.rowCount(rows.count))"
    }

    /// Returns one screen of the app, as a terminal shows it.
    private func screen() async -> [String] {
        let presets = PresetLauncher(storage: .inMemory, language: text.language, hashingCost: hashingCost)
        let app = FullScreenApp(presets.launch(.start), language: text.language, launch: presets.launch)
        await app.launch()
        for key in [Key.enter, .text("kim"), .tab, .text("password1"), .backTab] { await app.press(key)?.value }
        var content = app.content
        content.help = ""
        let lines = ScreenDrawing(columns: 72, rows: 24).draw(content).lines(in: palette)
        await app.shutDown()
        let end = lines.lastIndex { !$0.isEmpty } ?? 0
        return [""] + lines[...end]
    }

    private func result(of failure: TourFailure) -> CommandResult {
        switch failure {
        case .folderInUse: return .failed("folder-in-use", text.tourNeedsEmptyFolder)
        case .interrupted: return .failed("cancelled", exit: .stopped, text.tourInterrupted)
        case .output: return .failed("output-failed", exit: .storageFailed, text.outputFailed)
        case .unavailable(let error):
            return .failed(error.reason.code, exit: error.reason.exitCode, text.messages.message(for: error))
        case .unexpected(let row, let step, let wanted, let found):
            let (wanted, found) = (text.shown(wanted, maximum: 200), text.shown(found, maximum: 200))
            let message = text.tourFailed(row: row, step: step, wanted: wanted, found: found)
            var result = CommandResult.failed("unexpected", message)
            // The app failed.
            result.report["outcome"] = .string("failed")
            return result
        }
    }

    private func makePlayer(
        of preset: AppSettings.Preset,
        print: @escaping @MainActor (String) async throws(TourFailure) -> Void
    ) -> TourPlayer {
        var configuration = preset.configuration(in: text.language, hashingCost: hashingCost)
        // The transcript must not depend on the time of a response, so IDs are not checked while typing, and requests
        // are not repeated.
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

enum TourFailure: Error {
    /// The folder is not empty.
    case folderInUse

    /// The storage cannot be read or written.
    case unavailable(StorageError)

    /// A step of a row had a wrong result.
    case unexpected(row: String, step: Int, wanted: String, found: String)
    case interrupted

    /// The transcript cannot be printed.
    case output
}

/// The storage of the tour: each system has its own place, which is removed at the end.
extension AppConfiguration.Storage {
    /// Checks that the folder is empty, and returns whether it exists.
    fileprivate func prepare() async throws(TourFailure) -> Bool {
        guard case .folder(let path) = self else { return false }
        _ = try await mapError(TourFailure.unavailable, awaiting: try await Repositories(self).sessions.load())
        // A folder that cannot be listed does not exist, because the session store could be read.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        guard names.isEmpty else { throw .folderInUse }
        return true
    }

    /// Returns a function that opens the stores of a system.
    @MainActor
    fileprivate func opener(for preset: AppSettings.Preset) -> @MainActor () -> Repositories {
        guard case .folder(let path) = self else {
            let repositories = Repositories()
            return { repositories }
        }
        return { Repositories(.folder(path + "/" + preset.rawValue)) }
    }

    /// Removes the stores of these systems, and the folder unless `keepsFolder` is true.
    fileprivate func remove(_ presets: [AppSettings.Preset], keepsFolder: Bool) {
        guard case .folder(let path) = self else { return }
        // A folder that cannot be removed was never created.
        for preset in presets { try? FileManager.default.removeItem(atPath: path + "/" + preset.rawValue) }
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
        if !keepsFolder, isEmpty { try? FileManager.default.removeItem(atPath: path) }
    }
}
