import App
import Presentation

/// Runs an app with several accounts that are stored in a folder, and prints each screen that it shows.
@MainActor
func runApp(in folder: String, use: (RootFlowViewModel) async -> Void) async {
    var configuration = AppConfiguration.accounts
    configuration.storage = .folder(folder)
    configuration.language = .korean
    let app = AppComposition(configuration)
    let flow = app.makeRootFlow()
    let observation = flow.state.observe { state in
        if let route = state.route { print(route) }
    }
    await flow.launch()  // Shows the main screen if a session is remembered, or else Sign-in.
    await use(flow)
    observation.cancel()
    await app.shutDown()  // Finishes all changes of files.
}
