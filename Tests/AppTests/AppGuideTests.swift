import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Testing

/// Tests of the examples in the guides about sessions.
struct AppGuideTests {
    @Test(arguments: [("OwnCalls", "OwnCallsExample"), ("SeveralAccounts", "SeveralAccountsExample")])
    func `the example in a guide is compiled here verbatim`(page: String, example: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: folder.appending(path: "\(example).swift"), encoding: .utf8)
        let guide = try String(contentsOf: folder.appending(path: "../../Docs/Guides/\(page).md"), encoding: .utf8)
        #expect(guide.contains("```swift\n" + code + "```\n"))
    }

    /// An account server that also has notes, for users with the latest token.
    private func makeApp() throws -> AppComposition {
        let signIn = #""signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}}"#
        let refresh = #""refresh":{"method":"POST","path":"/new","body":{"r":"$refreshToken"},"token":{"json":"t"}}"#
        let api = try AccountAPI(
            describedBy: Array("{\(signIn),\(refresh)}".utf8),
            baseURL: HTTPURL("https://example.com")
        )
        let server = LoopbackTransport { request in
            switch request.url.path {
            case "/in": .json(200, #"{"t":"old","r":"r1"}"#)
            case "/new": .json(200, #"{"t":"new"}"#)
            case "/notes" where request.fields[.authorization] == ["Bearer new"]: .json(200, "[]")
            default: HTTPResponse(.unauthorized)
            }
        }
        return AppComposition(.remote(RemoteBackend(api: api)), repositories: Repositories(), transport: server)
    }

    @Test func `the client of the guide reads notes with a refreshed token, and none after the sign-out`() async throws
    {
        let app = try makeApp()
        let client = try #require(NotesClient(app, server: HTTPURL("https://example.com/notes")))
        #expect(try await client.notes() == nil)
        _ = try await app.signIn(.signIn())
        #expect(try await client.notes() == Array("[]".utf8))
        #expect(app.session.state.session?.token == AccessToken("new"))
        _ = await app.signOut()
        #expect(try await client.notes() == nil)
        #expect(NotesClient(AppComposition(.start), server: try HTTPURL("https://example.com/notes")) == nil)
    }

    @Test func `the function of the guide switches to another account, if there is one`() async throws {
        let app = try makeApp()
        let first = try await app.signIn(.signIn(id: "kim@example.com")).get().session
        #expect(try await switchToNextAccount(in: app) == nil)
        _ = try await app.signIn(.signIn(id: "lee@example.com"))
        #expect(try await switchToNextAccount(in: app) == first.accountID)
        #expect(app.session.state.session?.id == first.id)
    }
}
