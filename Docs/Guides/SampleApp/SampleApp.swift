import App
import Foundation
import Presentation
import SwiftUI

/// The texts in the language of the device.
let messages = (Locale.preferredLanguages.first?.hasPrefix("ko") == true ? Language.korean : .english).messages

/// An app with accounts on the device.
@main
struct SampleApp: SwiftUI.App {
    private let composition: AppComposition

    init() {
        var configuration = AppConfiguration.accounts
        let folder = URL.applicationSupportDirectory.appending(path: "Accounts")
        configuration.storage = .folder(folder.path(percentEncoded: false))
        configuration.offersRecoveryCodeAtSignUp = true
        composition = AppComposition(configuration)
    }

    var body: some Scene {
        // Each window has a flow of its own: a flow has one view model for each of its screens.
        WindowGroup { RootView(flow: composition.makeRootFlow()) }
    }
}
