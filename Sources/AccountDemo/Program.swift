import App
import Domain
import Networking
package import Persistence
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Presentation

/// The program, from the command line to the exit code.
package struct Program: Sendable {
    /// The version of the package (<https://semver.org>).
    package static let version = "1.0.0-beta.1"

    /// The number of files that a command opens at a time, at least: Dispatch's and ``SignalPipe``'s.
    private static let neededFiles = 8

    let console: any Console
    let environment: [String: String]
    let hashingCost: HashingCost
    let stopRequests: StopRequests
    private let uptime: @Sendable () -> Duration
    let pause: @Sendable (Duration) async -> Void

    /// Creates a program; `uptime` returns the time since a fixed moment, and `pause` returns early if the task is
    /// cancelled.
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

    /// A function that returns the time since this property was read.
    package static var systemUptime: @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }

    /// Waits for a duration, or until the task is cancelled.
    package static let systemPause: @Sendable (Duration) async -> Void = { duration in
        // The caller checks for cancellation itself.
        try? await ContinuousClock().sleep(for: duration)
    }

    /// Runs a command line, without the name of the program; nil is an argument that is not valid UTF-8.
    package func run(_ arguments: [String?]) async -> ExitCode {
        let readable = arguments.map { $0 ?? "" }
        let style = InvocationParser.outputStyle(of: readable)
        let language = style.language ?? Language(of: environment)
        // Dispatch crashes if it cannot open its own files, and waits for ever if it cannot start a thread.
        guard canOpenFiles(Self.neededFiles), SignalPipe.shared != nil else {
            let message = language.demoText.outOfResources
            return finish(
                .failed("out-of-resources", exit: .storageFailed, message),
                language.demoText,
                isJSON: style.isJSON
            )
        }
        do throws(UsageError) {
            if let place = arguments.firstIndex(of: nil) { throw UsageError.notUnicode(at: place + 1) }
            let invocation = try InvocationParser.parse(readable)
            var settings = try await settings(of: invocation)
            settings.language = settings.language ?? language
            var result = try await result(of: invocation, settings)
            if invocation.has(.quiet), result.exitCode == .done { result.text = "" }
            return finish(result, settings.text, isJSON: invocation.has(.json))
        } catch {
            let command = InvocationParser.command(in: readable)
            let message = language.demoText.reason(error) + "\n" + language.demoText.tryHelp(command)
            return finish(.failed("usage", exit: .usage, message), language.demoText, isJSON: style.isJSON)
        }
    }

    /// Runs a command on the app that the settings describe, and shuts the app down.
    func onApp(
        _ invocation: Invocation,
        _ settings: AppSettings,
        endsAtOnce: Bool = false,
        _ work: (CommandRunner) async -> CommandResult
    ) async throws(UsageError) -> CommandResult {
        let composition = AppComposition(try configuration(settings, invocation))
        let meter = ProgressMeter(columns: console.errorColumns, text: settings.text, uptime: uptime)
        let runner = CommandRunner(
            invocation,
            composition: composition,
            console: console,
            meter: invocation.has(.json) || invocation.has(.quiet) ? nil : meter
        )
        return await stopRequests.shuttingDown(
            hasPendingWork: { !endsAtOnce && composition.hasPendingWork },
            { await composition.shutDown() },
            cleaningUp: {
                guard endsAtOnce else { return }
                if console.errorColumns != nil { console.writeError("\r\u{1B}[K") }
                _ = finish(stopped(invocation, settings.text), settings.text, isJSON: invocation.has(.json))
            },
            {
                let result = await work(runner)
                // A sign-out has told the server already.
                if invocation.command != .signOut { await deliverSignOuts(of: composition) }
                return result
            }
        )
    }

    /// Returns the result of a command that was stopped, which may have done its work just before.
    private func stopped(_ invocation: Invocation, _ text: any DemoText) -> CommandResult {
        let folder = invocation.command == .repair ? invocation[.to] : nil
        let store = folder.map { $0 + "/" + StorageError.Store.accounts.fileName }
        // The folder had no accounts before.
        if let folder, let store, FileManager.default.fileExists(atPath: store) {
            return .failed("cancelled", exit: .stopped, text.stoppedAfterRepair + "\n" + text.folder(folder))
        }
        let leavesCopy = invocation.command == .repair || invocation.command == .compact
        return .failed("cancelled", exit: .stopped, text.stopped(leavesCopy: leavesCopy))
    }

    /// Tells the server about earlier sign-outs, for three seconds at most; the next command tells it again.
    private func deliverSignOuts(of composition: AppComposition) async {
        guard case .remote = composition.configuration.backend else { return }
        let limit = Task { [pause] in
            await pause(.seconds(3))
            // This ends the delivery.
            if !Task.isCancelled { await composition.shutDown() }
        }
        await composition.deliverSignOuts()
        limit.cancel()
    }

    /// Plays the tour in the storage of the command line, or else in a temporary folder, which is removed.
    func tour(_ invocation: Invocation, _ settings: AppSettings) async -> CommandResult {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "account-flow-tour-\(UUID())")
        let storage = invocation.storage ?? .folder(temporary.path())
        let presets = settings.preset.map { [$0] } ?? AppSettings.Preset.allCases
        let speed = invocation[.speed].flatMap { Int($0) }
        let tour = await Tour(
            of: presets,
            in: storage,
            text: settings.text,
            // In a folder that is removed, the passwords of the examples need no protection.
            hashingCost: invocation.storage == nil ? .minimal : hashingCost,
            isVerbose: invocation.has(.verbose) || speed != nil,
            palette: console.isTerminal ? Palette(environment: environment) : .none
        )
        return await stopRequests.cancelling { [console, pause] in
            await tour.run {
                if let speed { await pause(.seconds(1) / speed) }
            } print: { line in
                invocation.has(.json) || invocation.has(.quiet) || console.write(line + "\n")
            }
        }
    }

    func fullScreen(
        _ invocation: Invocation,
        _ settings: AppSettings
    ) async throws(UsageError) -> CommandResult {
        // Without another server, these presets have one within the program.
        let local = settings.preset.flatMap { preset in
            preset.needsServer && (settings.server ?? settings.api?.baseURL) == nil ? preset : nil
        }
        if local != nil, settings.database != nil { throw .invalidSettings(AppSettingsError([.databaseNotUsed])) }
        let configuration = local == nil ? try configuration(settings, invocation) : nil
        let language = settings.language ?? .english
        let folder = try settings.storage == nil ? Self.dataFolder(in: environment) : ""
        let terminal = environment["TERM"] ?? ""
        guard !["", "dumb"].contains(terminal) else { throw console.isTerminal ? .dumbTerminal : .noCommand }
        // The terminals of DEC have no mouse.
        guard let screen = console.openScreen(hasMouse: !terminal.hasPrefix("vt")) else { throw .noCommand }
        let preset = settings.preset ?? ((settings.server ?? settings.api?.baseURL) == nil ? .start : nil)
        let presets = PresetLauncher(
            storage: settings.storage?.device ?? .folder(folder),
            language: language,
            hashingCost: hashingCost,
            offersRecoveryCode: invocation.has(.recoveryCode),
            settings: settings,
            first: preset,
            configuration: configuration
        )
        let composition =
            if let configuration { AppComposition(configuration) } else { await presets.launch(preset ?? .start) }
        let app = await FullScreenApp(
            composition,
            preset: preset,
            language: language,
            location: presets.location,
            launch: presets.launch
        )
        await stopRequests.shuttingDown(
            hasPendingWork: { true },
            { await app.shutDown() },
            cleaningUp: { screen.close() },
            { await app.run(on: screen, in: Palette(environment: environment), pause: pause) }
        )
        return .done("left", text: "")
    }

    /// Returns a QR code so small that a terminal of 24 rows shows all of it above the prompt.
    private func drawing(_ code: QRCode) -> String {
        let palette = console.isTerminal ? Palette(environment: environment) : .none
        let (start, end) = palette == .none ? ("", "") : (palette.sequence(for: .picture), "\u{1B}[0m")
        return code.lines(quietZone: 1).map { start + $0 + end }.joined(separator: "\n")
    }

    /// Prints a result as text or as JSON.
    private func finish(_ result: CommandResult, _ text: any DemoText, isJSON: Bool) -> ExitCode {
        let output =
            isJSON
            ? String(decoding: JSONValue.object(result.report).bytes, as: UTF8.self).printableJSON
            : result.text.printable + (result.picture.map { "\n" + drawing($0) } ?? "")
        let isPrinted = output.isEmpty || console.write(output + "\n")
        if !isPrinted {
            // The first line says what was done, so that the user does not repeat it.
            var lines = result.text.split(separator: "\n").prefix(1).map(String.init)
            if case .string(let code)? = result.report["recoveryCode"] {
                // The code is for standard output alone.
                lines = lines.filter { !$0.contains(code) } + [text.recoveryCodeNotPrinted]
            }
            lines.append(text.outputFailed)
            console.writeError(lines.joined(separator: "\n").printable + "\n")
        }
        if !result.errorText.isEmpty { console.writeError(result.errorText.printable + "\n") }
        return isPrinted ? result.exitCode : .storageFailed
    }
}
