import App
import Foundation
import Presentation
import SwiftUI

/// The first language of the device, if there are texts in it.
let language: Language = Locale.preferredLanguages.first?.split(separator: "-").first == "ko" ? .korean : .english
let messages = language.messages

/// An app with accounts on the device.
@main
struct SampleApp: SwiftUI.App {
    private let composition: AppComposition

    init() {
        var configuration = AppConfiguration.accounts
        configuration.language = language
        // Without a sandbox, all apps of a Mac share this folder.
        let name = Bundle.main.bundleIdentifier ?? "SampleApp"
        let folder = URL.applicationSupportDirectory.appending(path: name).appending(path: "Accounts")
        configuration.storage = .folder(folder.path(percentEncoded: false))
        configuration.offersRecoveryCodeAtSignUp = true
        composition = AppComposition(configuration)
    }

    var body: some Scene {
        // Each window has a flow of its own: a flow has one view model for each of its screens.
        WindowGroup { RootView(flow: composition.makeRootFlow()) }
    }
}
