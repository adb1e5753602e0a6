import App
import Foundation
import Presentation
import SwiftUI

/// The texts in the language of the device.
let messages = (Locale.current.language.languageCode == .korean ? Language.korean : .english).messages

/// An app with accounts on the device.
@main
struct SampleApp: SwiftUI.App {
    private let flow: RootFlowViewModel

    init() {
        var configuration = AppConfiguration.accounts
        let folder = URL.applicationSupportDirectory.appending(path: "Accounts")
        configuration.storage = .folder(folder.path(percentEncoded: false))
        configuration.offersRecoveryCodeAtSignUp = true
        flow = AppComposition(configuration).makeRootFlow()
    }

    var body: some Scene {
        WindowGroup { RootView(flow: flow) }
    }
}
