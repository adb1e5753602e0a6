import App
import Networking

/// An app whose accounts are on a server, and which stores its session in a folder.
@MainActor
func remoteApp(rememberingIn folder: String) throws -> AppComposition {
    let backend = RemoteBackend(api: .s3(at: try HTTPURL("https://example.com/api")))
    return AppComposition(.remote(backend, storage: .folder(folder)))
}
