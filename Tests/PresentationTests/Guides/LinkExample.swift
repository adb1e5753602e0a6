import Domain
import Foundation
import Presentation

/// Shows the screen for the link of a message, and returns whether there is one.
@MainActor
func show(_ url: URL, in flow: RootFlowViewModel) async -> Bool {
    guard let link = AccountConfirmation(link: url) else { return false }
    // The path is that of your server's messages.
    if url.path().hasPrefix("/reset") {
        // The link may have opened the app, whose launch has not ended.
        for await state in flow.state.values where state.routes != nil { break }
        flow.showPasswordReset(with: link)
        return true
    }
    switch await flow.showChallenge(with: link) {
    case .shown: return true
    case .noStep, .unavailable: return false
    }
}
