#if canImport(Security)
import App
import Foundation
import Persistence

/// Returns an app that shares its sessions with its extensions, and that starts without sessions after a reinstall.
func sharingApp(_ configuration: AppConfiguration) -> AppComposition {
    var options = KeychainOptions()
    options.accessGroup = "ABCDE12345.com.example.shared"
    options.reinstallMarker = (
        isSet: { UserDefaults(suiteName: "group.com.example")?.bool(forKey: "isInstalled") ?? true },
        set: { UserDefaults(suiteName: "group.com.example")?.set(true, forKey: "isInstalled") }
    )
    var configuration = configuration
    configuration.sessionStorage = .keychain(options)
    return AppComposition(configuration)
}
#endif
