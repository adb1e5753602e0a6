import Domain
import Foundation
import Networking
import Testing

struct AccountAPIDescriptionTests {
    private func error(_ text: String, at base: HTTPURL? = APIDescriptions.base) -> APIDescriptionError? {
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: Array(text.utf8), baseURL: base)
            return nil
        } catch {
            return error
        }
    }

    @Test func `JSON alone describes a third-party API`() throws {
        let api = try APIDescriptions.articles
        let format = ResponseFormat(statuses: [403: .tokenRefused])
        var signInFormat = format
        signInFormat.statuses[403] = .invalidCredentials
        let nickname = JSONPath("user", "username")
        let email = JSONPath("user", "email")
        let expected = AccountAPI(
            baseURL: try HTTPURL("https://api.example.com/v1"),
            signUp: Endpoint(
                .post,
                "/users",
                body: [
                    "user": [
                        "email": .id, "password": .password, "username": .field(.nickname),
                        "bio": .constant(.string("$new")),
                    ]
                ],
                token: .json(JSONPath("user", "token")),
                owner: [.nickname: nickname],
                response: format
            ),
            signIn: Endpoint(
                .post,
                "/users/login",
                body: ["user": ["email": .id, "password": .password]],
                token: .json(JSONPath("user", "token")),
                owner: [.id: email, .nickname: nickname],
                response: signInFormat
            ),
            deleteAccount: Endpoint(.delete, "/user", response: format),
            whoAmI: Endpoint(.get, "/user", owner: [.id: email, .nickname: nickname], response: format),
            authorization: Authorization(scheme: "Token")
        )
        #expect(api == expected)
    }

    @Test(
        arguments: [
            ("", .json(.invalidSyntax(at: 0))), ("[]", .invalidMember(JSONPath())),
            (#"{"signup":{}}"#, .unknownMember(JSONPath("signup"))),
            (#"{"signIn":{}}"#, .missingMember(JSONPath("signIn", "method"))),
            (#"{"signIn":{"method":"POST"}}"#, .missingMember(JSONPath("signIn", "path"))),
            (#"{"signIn":{"method":"PO ST","path":"/"}}"#, .invalidMember(JSONPath("signIn", "method"))),
            (#"{"signIn":{"method":"POST","path":"a"}}"#, .invalidMember(JSONPath("signIn", "path"))),
            (#"{"signIn":{"method":"POST","path":"/a#b"}}"#, .invalidMember(JSONPath("signIn", "path"))),
            (#"{"signIn":{"method":"POST","path":"/../a"}}"#, .invalidMember(JSONPath("signIn", "path"))),
            (#"{"signIn":{"method":"GET","path":"/","body":{}}}"#, .invalidMember(JSONPath("signIn", "body"))),
            (
                #"{"signIn":{"method":"POST","path":"/","body":{"a":"$pin"}}}"#,
                .invalidMember(JSONPath("signIn", "body"))
            ),
            (#"{"signIn":{"method":"POST","path":"/","token":{}}}"#, .invalidMember(JSONPath("signIn", "token"))),
            (
                #"{"signIn":{"method":"POST","path":"/","token":{"cookie":"a"}}}"#,
                .unknownMember(JSONPath("signIn", "token", "cookie"))
            ),
            (
                #"{"signIn":{"method":"POST","path":"/","token":{"header":"a b"}}}"#,
                .invalidMember(JSONPath("signIn", "token", "header"))
            ),
            (
                #"{"signIn":{"method":"POST","path":"/","headers":{"Host":"a"}}}"#,
                .invalidMember(JSONPath("signIn", "headers"))
            ),
            (
                #"{"signIn":{"method":"POST","path":"/","headers":{"A":"a\r\nB: c"}}}"#,
                .invalidMember(JSONPath("signIn", "headers"))
            ),
            (#"{"response":{"statuses":{"20":"accepted"}}}"#, .invalidMember(JSONPath("response", "statuses"))),
            (#"{"response":{"statuses":{"0xx":"accepted"}}}"#, .invalidMember(JSONPath("response", "statuses"))),
            (#"{"response":{"statuses":{"200":"fine"}}}"#, .invalidMember(JSONPath("response", "statuses"))),
            (#"{"authorization":{"scheme":"a b"}}"#, .invalidMember(JSONPath("authorization", "scheme"))),
            (#"{"baseURL":"http://example.com"}"#, .invalidMember(JSONPath("baseURL"))),
            (#"{"idempotencyKeys":1}"#, .invalidMember(JSONPath("idempotencyKeys"))),
        ] as [(String, APIDescriptionError)]
    )
    func `an invalid description is rejected with the path of the error`(text: String, expected: APIDescriptionError) {
        #expect(error(text) == expected)
    }

    @Test func `a base URL is required, and the caller's takes precedence`() throws {
        #expect(error("{}", at: nil) == .noBaseURL)
        let text = Array(#"{"baseURL":"https://one.example"}"#.utf8)
        let other = try HTTPURL("https://two.example")
        #expect(try AccountAPI(describedBy: text).baseURL == HTTPURL("https://one.example"))
        #expect(try AccountAPI(describedBy: text, baseURL: other).baseURL == other)
    }

    @Test func `the example in the documentation describes an API`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Networking.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let example = try #require(
            text.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```").first
        )
        let api = try AccountAPI(describedBy: Array(example.utf8))
        #expect(api.signUp?.token == .json(JSONPath("user", "token")))
        for meaning in ResponseKind.allCases { #expect(text.contains("`\(meaning.rawValue)`")) }
    }
}
