import App
import Networking

/// Returns an app that has its accounts on a server and stores its session in a folder.
@MainActor
func remoteApp(rememberingIn folder: String) throws -> AppComposition {
    let backend = RemoteBackend(api: .s3(at: try HTTPURL("https://example.com/api")))
    return AppComposition(.remote(backend, storage: .folder(folder)))
}
