import App
import Domain
import Presentation

/// An app that keeps several accounts in a folder, and prints where it is.
@MainActor
func runShop(in folder: String) async -> RootFlowViewModel {
    var configuration = AppConfiguration.accounts
    configuration.storage = .folder(folder)
    configuration.language = .korean
    let flow = AppComposition(configuration).makeRootFlow()
    let subscription = flow.state.observe { state in print(state.route ?? .start) }
    await flow.launch()  // Straight to the main screen, where somebody is remembered.
    subscription.cancel()
    return flow
}
