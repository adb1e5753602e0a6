import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import ServerSupport
import TestSupport
import Testing

/// Tests of the quick start in `Docs/Networking.md`.
struct DescribedServerExampleTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private var page: String {
        get throws { try String(contentsOf: folder.appending(path: "../../Docs/Networking.md"), encoding: .utf8) }
    }

    /// The quick start, without the sections after it.
    private var quickStart: String {
        get throws {
            let section = try #require(try page.components(separatedBy: "### Quick start\n").last)
            return try #require(section.components(separatedBy: "\n###").first)
        }
    }

    @Test func `the quick start is one screen, and its file describes a server that works`() async throws {
        #expect(try quickStart.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
        let text = try #require(try quickStart.components(separatedBy: "```json\n").dropFirst().first)
        let example = try #require(text.components(separatedBy: "```").first)
        let api = try AccountAPI(describedBy: Array(example.utf8))
        #expect(Set(api.endpoints.keys) == [.signUp, .signIn, .whoAmI, .signOut])
        #expect(api.notes == [])

        let requests = MessageLog<String>()
        let listener = try InMemoryAccountServer(api).listen {
            requests.append($0.url.path)
            return nil
        }
        let file = URL(filePath: TemporaryFolder().path + ".json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(example.replacing(api.baseURL.origin, with: listener.origin).utf8).write(to: file)
        let service = RemoteAccountService(
            api: try AccountAPI(describedBy: Array(Data(contentsOf: file))),
            transport: try SystemTransport.make()
        )
        _ = try await service.register(
            Registration(id: AccountID("kim"), password: Password("password1"), profile: Profile())
        )
        try await useServer(describedBy: file, id: "kim", password: "password1")
        #expect(requests.messages == ["/api/register/", "/api/login/", "/api/profile/", "/api/logout/"])
    }

    @Test func `the example in the quick start equals the compiled one`() throws {
        let example = try String(contentsOf: folder.appending(path: "DescribedServerExample.swift"), encoding: .utf8)
        #expect(try page.contains("```swift\n" + example + "```\n"))
    }
}
