import App
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
    private let stopRequests: StopRequests
    private let uptime: @Sendable () -> Duration
    private let pause: @Sendable (Duration) async -> Void

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
            let message = language.demoText.reason(error) + "\n" + language.demoText.tryHelp
            return finish(.failed("usage", exit: .usage, message), language.demoText, isJSON: style.isJSON)
        }
    }

    private func result(of invocation: Invocation, _ settings: AppSettings) async throws(UsageError) -> CommandResult {
        if invocation.has(.version) {
            return .done("version", ["version": .string(Self.version)], text: "account-demo \(Self.version)")
        }
        guard let command = invocation.command else { return try await fullScreen(invocation, settings) }
        let operand = invocation.operand ?? ""
        func run(_ work: (CommandRunner) async -> CommandResult) async throws(UsageError) -> CommandResult {
            try await onApp(invocation, settings, work)
        }
        // A kill does no harm to these, so they end at once on request.
        func upkeep(
            _ work: (CommandRunner, @escaping StoreProgress) async -> CommandResult
        ) async throws(UsageError) -> CommandResult {
            try await onApp(invocation, settings, endsAtOnce: true) { runner in
                guard let meter = runner.meter else { return await work(runner, { _ in }) }
                return await meter.showingTime(on: console, pause: pause) { await work(runner, $0) }
            }
        }
        if command == .deleteAccount || command == .reset, !invocation.has(.yes), !console.canAsk {
            throw .missingOption(.yes, command)
        }
        switch command {
        case .help:
            let pages = HelpPages(settings.text, columns: console.columns)
            return .done("help", text: CommandName(rawValue: operand).map(pages.page) ?? pages.overview)
        case .completions:
            let script = CompletionScript(settings.text)
            switch operand {
            case "ids": return try await run { await $0.completableIDs() }
            case "zsh": return .done("completions", text: script.zsh)
            case "fish": return .done("completions", text: script.fish)
            default: return .done("completions", text: script.bash)
            }
        case .tour: return await tour(invocation, settings)
        case .api:
            guard operand == "try" else { return try await checkAPI(invocation.file ?? "", settings) }
            return try await run { runner in await stopRequests.cancelling { await runner.tryAPI() } }
        case .signUp: return try await run { await $0.signUp() }
        case .signIn: return try await run { await $0.signIn() }
        case .status:
            guard invocation.has(.watch) else { return try await run { await $0.status() } }
            return try await run { runner in
                await stopRequests.cancelling { [pause] in await runner.watch(pause: pause) }
            }
        case .sessions: return try await run { await $0.sessions() }
        case .switchAccount: return try await run { await $0.switchAccount() }
        case .signOut: return try await run { await $0.signOut() }
        case .profile: return try await run { await $0.profile() }
        case .changePassword: return try await run { await $0.changePassword() }
        case .resetPassword: return try await run { await $0.resetPassword() }
        case .confirm: return try await run { await $0.confirm() }
        case .recoveryCode: return try await run { await $0.recoveryCode() }
        case .totp: return try await run { await $0.totp() }
        case .exportMine:
            return try await run { runner in await stopRequests.cancelling { await runner.exportMine() } }
        case .deleteAccount: return try await run { await $0.deleteAccount() }
        case .agree: return try await run { await $0.agree() }
        case .consents: return try await run { await $0.consents() }
        case .accounts: return try await run { await $0.accounts() }
        case .database: return try await upkeep { runner, _ in await runner.maintainDatabase() }
        case .verify: return try await upkeep { await $0.verify(progress: $1) }
        case .repair: return try await upkeep { await $0.repair(progress: $1) }
        case .reset: return try await run { await $0.reset() }
        case .compact: return try await upkeep { await $0.compact(progress: $1) }
        case .exportAccounts, .importAccounts:
            return try await run { runner in
                await stopRequests.cancelling {
                    command == .importAccounts ? await runner.importAccounts() : await runner.exportAccounts()
                }
            }
        }
    }

    /// Runs a command on the app that the settings describe, and shuts the app down.
    private func onApp(
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
            cleaningUp: { [console] in
                guard endsAtOnce else { return }
                console.writeError((console.errorColumns == nil ? "" : "\r\u{1B}[K") + settings.text.stopped + "\n")
            },
            {
                let result = await work(runner)
                // A sign-out has told the server already.
                if invocation.command != .signOut { await deliverSignOuts(of: composition) }
                return result
            }
        )
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
    private func tour(_ invocation: Invocation, _ settings: AppSettings) async -> CommandResult {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "account-flow-tour-\(UUID())")
        let storage = invocation.storage ?? .folder(temporary.path())
        let presets = settings.preset.map { [$0] } ?? AppSettings.Preset.allCases
        let speed = invocation[.speed].flatMap { Int($0) }
        let tour = await Tour(
            of: presets,
            in: storage,
            text: settings.text,
            hashingCost: hashingCost,
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

    private func fullScreen(
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

    /// Prints a result as text or as JSON.
    private func finish(_ result: CommandResult, _ text: any DemoText, isJSON: Bool) -> ExitCode {
        let output =
            isJSON
            ? String(decoding: JSONValue.object(result.report).bytes, as: UTF8.self).printableJSON
            : result.text.printable
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
