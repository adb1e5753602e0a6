import App
import Presentation

/// An app that keeps several accounts in a folder, prints where it is, and ends when whoever uses it is done.
@MainActor
func runApp(in folder: String, use: (RootFlowViewModel) async -> Void) async {
    var configuration = AppConfiguration.accounts
    configuration.storage = .folder(folder)
    configuration.language = .korean
    let app = AppComposition(configuration)
    let flow = app.makeRootFlow()
    let subscription = flow.state.observe { state in print(state.route ?? .start) }
    await flow.launch()  // Straight to the main screen, where somebody is remembered.
    await use(flow)
    subscription.cancel()
    await app.shutDown()  // Nothing goes on any more, and nothing that was acknowledged is lost.
}
