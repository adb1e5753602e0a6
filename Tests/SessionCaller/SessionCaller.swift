import App
import Domain
import Foundation
import Networking

/// A program whose calls need a valid token at the same time, for tests of several processes with one session.
///
/// For each line of standard input, it writes a line with the access tokens that its callers got, each once. In the
/// first round, the token has expired; in each later one, a server has rejected it.
@main struct SessionCaller {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let api = try AccountAPI(describedBy: Array(arguments[2].utf8))
        var configuration = AppConfiguration.remote(RemoteBackend(api: api), storage: .folder(arguments[1]))
        configuration.sessionStorage = .files
        let app = AppComposition(configuration)
        guard case .restored(var session) = await app.restoreSession() else { fatalError("no session is stored") }
        say("ready")
        var isRejected = false
        while readLine() != nil {
            let sessions = try await tokens(of: app.session, replacing: isRejected ? session : nil)
            say(Set(sessions.compactMap(\.token.revealed)).sorted().joined(separator: " "))
            session = sessions[0]
            isRejected = true
        }
        await app.shutDown()
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Calls 100 times at once.
    private static func tokens(of current: CurrentSession, replacing rejected: Session?) async throws -> [Session] {
        try await withThrowingTaskGroup(of: Session?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    guard let rejected else { return try await current.session() }
                    return try await current.session(replacing: rejected)
                }
            }
            return try await group.reduce(into: []) { $0 += [$1].compactMap { $0 } }
        }
    }
}
