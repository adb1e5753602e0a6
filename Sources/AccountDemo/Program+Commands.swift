import App
import Networking
import Persistence

extension Program {
    /// Runs the command of a command line, or the app on the whole terminal.
    func result(of invocation: Invocation, _ settings: AppSettings) async throws(UsageError) -> CommandResult {
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
}
