import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Testing

/// Tests of what the author of a description learns about the lifetimes of tokens.
struct LifetimeFindingTests {
    @Test(
        arguments: [
            (#"{"t":"a","e":60}"#, nil), (#"{"t":"a","e":"60"}"#, nil), (#"{"t":"a","e":-1}"#, "no number of seconds"),
            (#"{"t":"a","e":"soon"}"#, "no number of seconds"), (#"{"t":"a"}"#, "nothing"),
        ] as [(String, String?)]
    )
    func `a lifetime that is no number of seconds has a line`(body: String, beginning: String?) async throws {
        let text = #"{"signIn":{"method":"POST","path":"/in","token":{"json":"t"},"lifetime":"e"}}"#
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
        let server = ScriptedServer(.json(200, body))
        _ = try? await api.service(server.transport).authenticate(.stub(), password: Password("p"))
        let request = try #require(server.requests.first)
        let findings = api.findings(of: .signIn, in: [(request, .json(200, body))], session: nil)
        #expect(findings.count == (beginning == nil ? 0 : 1))
        #expect(findings.allSatisfy { $0.hasPrefix("signIn.lifetime: \(beginning ?? "") at “e”") })
    }
}
