import App
package import Persistence
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Presentation

/// One run of the program, from the command line to the exit code.
package struct Program: Sendable {
    /// The version of the package that the program is part of (<https://semver.org>).
    package static let version = "1.0.0-beta.1"

    let console: any Console
    let environment: [String: String]
    let hashingCost: HashingCost
    let stopRequests: StopRequests
    private let uptime: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void

    /// Creates a program.
    ///
    /// - Parameters:
    ///   - console: What to print to and to read from.
    ///   - environment: The environment of the process.
    ///   - hashingCost: How costly it is to hash a password.
    ///   - stopRequests: Who may ask to stop what takes long.
    ///   - uptime: Tells how much time has passed since some moment.
    ///   - pause: Waits for so long, or until the task is cancelled.
    package init(
        console: any Console,
        environment: [String: String],
        hashingCost: HashingCost = .standard,
        stopRequests: StopRequests = .none,
        uptime: @escaping @Sendable () -> Duration = Self.systemUptime,
        pause: @escaping @Sendable (Duration) async -> Void = Self.systemPause
    ) {
        self.console = console
        self.environment = environment
        self.hashingCost = hashingCost
        self.stopRequests = stopRequests
        self.uptime = uptime
        self.pause = pause
    }

    /// Tells how much time has passed since this was asked for.
    package static var systemUptime: @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }

    /// Waits for so long, or until the task is cancelled.
    package static let systemPause: @Sendable (Duration) async -> Void = { duration in
        // Who is cancelled sees that for himself.
        try? await ContinuousClock().sleep(for: duration)
    }

    /// Does what the command line asks.
    ///
    /// - Parameter arguments: The arguments without the name of the program; nil is one that is not valid UTF-8.
    /// - Returns: How the program ends.
    package func run(_ arguments: [String?]) async -> ExitCode {
        let readable = arguments.map { $0 ?? "" }
        let manner = InvocationParser.manner(of: readable)
        let text = DemoText(manner.language ?? DemoText.language(of: environment))
        do throws(UsageError) {
            if let place = arguments.firstIndex(of: nil) { throw UsageError.notUnicode(at: place + 1) }
            let invocation = try InvocationParser.parse(readable)
            let settings = try settings(of: invocation)
            let result = try await result(
                of: invocation,
                settings,
                text: DemoText(settings.language ?? text.language)
            )
            return finish(result, isJSON: invocation.isJSON)
        } catch {
            let message = text.usage(error)
            let report = CommandReport(outcome: .refused, reason: "usage", message: message)
            return finish(.failed(.usage, report), isJSON: manner.isJSON)
        }
    }

    private func result(
        of invocation: Invocation,
        _ settings: AppSettings,
        text: DemoText
    ) async throws(UsageError) -> CommandResult {
        switch invocation.command {
        case .fullScreen:
            return try await fullScreen(invocation, settings, text: text)
        case .help(let command):
            let help = command.map { text.help(on: $0) } ?? text.help
            return .done(CommandReport(outcome: .help, message: nil), text: help)
        case .version:
            return .done(
                CommandReport(outcome: .version, version: Self.version),
                text: "account-demo \(Self.version)"
            )
        case .completions(let shell):
            return .done(CommandReport(outcome: .completions), text: CompletionScript(text).script(for: shell))
        case .tour(let speed):
            return await tour(invocation, settings, speed: speed, text: text)
        case .signUp, .signIn, .status, .signOut, .changePassword, .deleteAccount, .accounts, .verify, .repair,
            .compact,
            .exportAccounts, .importAccounts:
            let composition = AppComposition(try configuration(of: invocation, settings, text: text))
            return await stopRequests.shuttingDown(
                hasPendingWork: { composition.hasPendingWork },
                { await composition.shutDown() },
                { await result(of: invocation, on: CommandRunner(composition: composition, console: console)) }
            )
        }
    }

    private func result(of invocation: Invocation, on runner: CommandRunner) async -> CommandResult {
        switch invocation.command {
        case .fullScreen, .help, .version, .completions, .tour:
            // These need no runner.
            preconditionFailure("\(invocation.command) is no command about accounts")
        case .signUp(let id, let profile): return await runner.signUp(id: id, profile: profile)
        case .signIn(let id, let remember): return await runner.signIn(id: id, remember: remember)
        case .status: return await runner.status()
        case .signOut: return await runner.signOut()
        case .changePassword: return await runner.changePassword()
        case .deleteAccount: return await runner.deleteAccount()
        case .accounts: return await runner.accounts()
        case .verify: return await runner.verify()
        case .repair(let folder): return await runner.repair(to: folder)
        case .compact: return await runner.compact()
        case .exportAccounts(let place, let replacesExisting):
            return await stopRequests.cancelling { [uptime] in
                await runner.exportAccounts(
                    to: place,
                    replacesExisting: replacesExisting,
                    style: progressStyle(invocation),
                    uptime: uptime
                )
            }
        case .importAccounts(let place, let isStrict):
            return await stopRequests.cancelling { [uptime] in
                await runner.importAccounts(
                    from: place,
                    isStrict: isStrict,
                    style: progressStyle(invocation),
                    uptime: uptime
                )
            }
        }
    }

    /// Plays the tour in the storage that the command line names, or else in a folder of its own that is removed.
    private func tour(_ invocation: Invocation, _ settings: AppSettings, speed: Int?, text: DemoText) async
        -> CommandResult
    {
        let storage: TourStorage =
            switch invocation.storage {
            case .inMemory: .inMemory
            case .folder(let path): .folder(path)
            case .unspecified:
                .folder(FileManager.default.temporaryDirectory.appending(path: "account-flow-tour-\(UUID())").path())
            }
        let presets = settings.preset.map { [$0] } ?? AppSettings.Preset.allCases
        return await stopRequests.cancelling { [console, hashingCost, pause] in
            let tour = Tour(of: presets, in: storage, text: text, hashingCost: hashingCost)
            return await tour.run {
                if let speed { await pause(.seconds(1) / speed) }
            } print: { line in
                if !invocation.isJSON { console.write(line + "\n") }
            }
        }
    }

    /// What the command line decides, and where it does not, the file that it names.
    private func settings(of invocation: Invocation) throws(UsageError) -> AppSettings {
        var settings = AppSettings()
        settings.preset = invocation.preset
        settings.language = invocation.language
        switch invocation.storage {
        case .inMemory: settings.storage = .inMemory
        case .folder(let path): settings.storage = .folder(path)
        case .unspecified: break
        }
        settings.server = try invocation.server?.address()
        guard let path = invocation.config else { return settings }
        let content: Data
        do {
            content = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw .unreadableSettings(path)
        }
        do throws(AppSettingsError) {
            return try settings.before(readingFrom: Array(content))
        } catch {
            throw .invalidSettings(error.problems)
        }
    }

    /// What all that comes to, with the folder of the platform where nobody names another.
    func configuration(
        of invocation: Invocation,
        _ settings: AppSettings,
        text: DemoText
    ) throws(UsageError) -> AppConfiguration {
        var settings = settings
        settings.language = text.language
        if settings.storage == nil { settings.storage = .folder(try DataFolder.path(in: environment)) }
        if hashingCost != .standard { settings.hashingCost = hashingCost }
        var configuration: AppConfiguration
        do throws(AppSettingsError) {
            configuration = try settings.configuration()
        } catch {
            throw .invalidSettings(error.problems)
        }
        // A server may speak another API than its preset.
        if let api = try invocation.server?.description() { configuration.backend = .remote(RemoteBackend(api: api)) }
        // Each server has a folder of its own: the session of one is no business of another.
        if case .remote(let backend) = configuration.backend, case .folder(let path) = configuration.storage {
            configuration.storage = .folder(path + "/servers/" + backend.api.folderName)
        }
        return configuration
    }

    private func progressStyle(_ invocation: Invocation) -> ProgressMeter.Style {
        if invocation.isJSON { return .silent }
        return console.errorColumns.map { .bar(columns: $0) } ?? .lines
    }

    /// Prints a result in the form that was asked for.
    private func finish(_ result: CommandResult, isJSON: Bool) -> ExitCode {
        let output = isJSON ? json(result.report) : result.text
        let isPrinted = output.isEmpty || console.write(output + "\n")
        if !result.violation.isEmpty { console.writeError(result.violation + "\n") }
        // What was done is done, but whoever asked has not been told.
        return isPrinted || result.exitCode != .done ? result.exitCode : .storageFailed
    }

    private func json(_ report: CommandReport) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self)
        } catch {
            // Text and numbers always have a form in JSON.
            preconditionFailure("a report cannot be encoded: \(error)")
        }
    }
}
