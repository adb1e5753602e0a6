import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Testing

/// Tests of what the author of a description learns about a token that is not found.
struct TokenFindingTests {
    @Test(
        arguments: [
            ("sid=t; Secure", "is for TLS alone, and this response came without it"),
            ("sid=t; Domain=example.org", "is not valid from 127.0.0.1"),
            ("sid=; Path=/", "is empty or has expired"),
            ("other=t", nil),
        ] as [(String, String?)]
    )
    func `an ignored cookie has a line with the reason`(cookie: String, reason: String?) throws {
        let findings = try findings(#"{"cookie":"sid"}"#, .json(200, "{}", ("Set-Cookie", cookie)))
        let expected = reason.map { "the cookie “sid” " + $0 } ?? "no cookie “sid”; the response sets: other"
        #expect(findings == ["signIn.token: " + expected])
    }

    @Test(arguments: [("t1", true), ("Bearer t1", true), ("JWT t1", false), ("t\\n", false), ("Bearer ", false)])
    func `a text that cannot be a token has a line`(text: String, isToken: Bool) throws {
        let findings = try findings(#"{"json":"t"}"#, .json(200, "{\"t\":\"\(text)\"}"))
        let expected = "signIn.token: the value at “t” is no token, because of a space or another character; "
        #expect(findings.map { $0.hasPrefix(expected) } == (isToken ? [] : [true]))
    }

    /// Returns the findings in a response to a sign-in on this machine.
    private func findings(_ token: String, _ response: HTTPResponse) throws -> [String] {
        let text = #"{"signIn":{"method":"POST","path":"/in","token":\#(token)}}"#
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: HTTPURL("http://127.0.0.1:8000"))
        let request = try HTTPRequest(
            .post,
            HTTPURL("http://127.0.0.1:8000/in"),
            options: RequestOptions(purpose: "signIn", retrySafety: .ifUnsent)
        )
        return api.findings(of: .signIn, in: [(request, response)], session: nil)
    }
}
