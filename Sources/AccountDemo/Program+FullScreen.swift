import App
import Domain
import Networking
import Presentation

extension Program {
    /// Fills the terminal with the app; where there is no terminal that could be filled, a command is needed.
    func fullScreen(
        _ invocation: Invocation,
        _ settings: AppSettings,
        text: DemoText
    ) async throws(UsageError) -> CommandResult {
        let configuration = try configuration(of: invocation, settings, text: text)
        let storage: AppConfiguration.Storage
        if let chosen = settings.storage {
            storage = chosen
        } else {
            storage = .folder(try DataFolder.path(in: environment))
        }
        // See <https://no-color.org>; a dumb terminal cannot move its cursor.
        guard environment["TERM"] != "dumb", let screen = console.openScreen() else { throw .noCommand }
        let usesColor = environment["NO_COLOR"].map(\.isEmpty) ?? true
        let presets = PresetLauncher(storage: storage, language: text.language, hashingCost: hashingCost)
        let apps = await AppChoice(
            AppComposition(configuration),
            preset: settings.preset ?? (settings.server == nil ? .start : nil),
            launch: presets.launch
        )
        await stopRequests.shuttingDown(
            hasPendingWork: { true },
            { await apps.shutDown() },
            cleaningUp: { screen.close() },
            { @MainActor in
                let app = FullScreenApp(apps, language: text.language)
                await FullScreenSession(app, on: screen, usesColor: usesColor).run()
            }
        )
        return .done(CommandReport(outcome: .left), text: "")
    }
}
