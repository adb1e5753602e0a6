import Domain
import Foundation
import Networking
import Testing

struct AccountAPIDescriptionTests {
    /// Returns the mistakes in a description, or nil if there are none.
    private func mistakes(_ text: String, at base: HTTPURL? = APIDescriptions.base) -> String? {
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: Array(text.utf8), baseURL: base)
            return nil
        } catch {
            return error.description
        }
    }

    /// Returns the mistakes in an endpoint with the members of a text.
    private func mistakes(inSignIn members: String) -> String? {
        let token = members.contains(#""token""#) ? "" : #""token":{"json":"t"},"#
        return mistakes(#"{"constants":{"clientID":"c1"},"signIn":{\#(token)"method":"POST","path":"/",\#(members)}}"#)
    }

    @Test func `JSON alone describes a third-party API`() throws {
        let api = try APIDescriptions.articles
        var format = ResponseFormat()
        format.statuses = [403: .tokenRefused]
        var signInFormat = format
        signInFormat.statuses[403] = .invalidCredentials
        let nickname = JSONPath("user", "username")
        let email = JSONPath("user", "email")
        var expected = AccountAPI(
            baseURL: try HTTPURL("https://api.example.com/v1"),
            [
                .signUp: Endpoint(
                    .post,
                    "/users",
                    body: [
                        "user": [
                            "email": .id, "password": .password, "username": .field(.nickname), "bio": "$$new",
                        ]
                    ],
                    token: .json([JSONPath("user", "token")]),
                    owner: [.nickname: nickname],
                    response: format
                ),
                .signIn: Endpoint(
                    .post,
                    "/users/login",
                    body: ["user": ["email": .id, "password": .password]],
                    token: .json([JSONPath("user", "token")]),
                    owner: [.id: email, .nickname: nickname],
                    response: signInFormat
                ),
                .deleteAccount: Endpoint(.delete, "/user", response: format),
                .whoAmI: Endpoint(.get, "/user", owner: [.id: email, .nickname: nickname], response: format),
            ]
        )
        expected.authorization = .header(.authorization, scheme: "Token")
        #expect(api == expected)
    }

    @Test(
        arguments: [

            ("[]", "1:1: expected an object"),
            (#"{"a":1,"a":2}"#, "1:2: a: unknown member\n1:8: a: this member exists already"),
            (#"{"a":{"b":[{"c":1,"c":2}]}}"#, "1:2: a: unknown member\n1:19: a.b.0.c: this member exists already"),
            (#"{"SIGNUP":{}}"#, "1:2: SIGNUP: unknown member; did you mean “signUp”?"),
            (#"{"weather":{}}"#, "1:2: weather: unknown member"),
            ("{\n  \"é\": {},\n\t\"é́\": 1}", "2:3: é: unknown member\n3:2: é́: unknown member"),
            (
                #"{"signUp":{}}"#,
                "1:11: signUp.method: this member is missing\n1:11: signUp.path: this member is missing"
            ),
            (
                #"{"signUp":[]}"#,
                "1:11: signUp: expected an object\n1:11: signUp.method: this member is missing\n1:11: signUp.path: this member is missing"
            ),
            (
                #"{"signUp":{"method":"PO ST","path":"/"}}"#,
                "1:21: signUp.method: expected one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in upper case"
            ),
            (
                #"{"signUp":{"method":"FETCH","path":"/"}}"#,
                "1:21: signUp.method: expected one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in upper case"
            ),
            (
                #"{"signUp":{"method":"post","path":"/"}}"#,
                "1:21: signUp.method: expected one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in upper case"
            ),
            (#"{"signUp":{"method":"POST","path":"a"}}"#, "1:35: signUp.path: expected a path such as “/users/{id}”"),
            (
                #"{"signUp":{"method":"POST","path":"/a#b"}}"#,
                "1:35: signUp.path: expected a path such as “/users/{id}”"
            ),
            (
                #"{"signUp":{"method":"POST","path":"/../a"}}"#,
                "1:35: signUp.path: expected a path such as “/users/{id}”"
            ),
            (
                #"{"signUp":{"method":"GET","path":"/","body":{}}}"#,
                "1:45: signUp.body: expected no body with this method"
            ),
            (
                #"{"whoAmI":{"method":"GET","path":"/","token":{"json":"a"}}}"#,
                "1:46: whoAmI.token: expected no token in the response to this request"
            ),
            (
                #"{"response":{"statuses":{"20":"accepted"}}}"#,
                "1:31: response.statuses.20: expected a status such as “409”, or a class such as “4xx”"
            ),
            (
                #"{"response":{"statuses":{"0xx":"accepted"}}}"#,
                "1:32: response.statuses.0xx: expected a status such as “409”, or a class such as “4xx”"
            ),
            (
                #"{"response":{"codes":{"A*":{"field":"pin"}}}}"#,
                "1:28: response.codes.A*: expected a kind of response, or {\"field\": name}"
            ),
            (
                #"{"response":{"code":["a","b..c",1]}}"#,
                """
                1:26: response.code.1: expected a path such as “user.token”
                1:33: response.code.2: expected a path such as “user.token”
                """
            ),
            (#"{"response":{"success":"a[?b]"}}"#, "1:24: response.success: expected a path such as “user.token”"),
            (
                #"{"response":{"codes":{"a*b*":"gone"}}}"#,
                "1:30: response.codes.a*b*: expected a code with at most one “*”"
            ),
            (
                #"{"signUp":{"method":"POST","path":"/","token":{"json":["a",""]}}}"#,
                "1:60: signUp.token.json.1: expected a path such as “user.token”"
            ),
            (
                #"{"signUp":{"method":"POST","path":"/","lifetime":["a",1]}}"#,
                "1:55: signUp.lifetime.1: expected a path such as “user.token”"
            ),
            (
                #"{"signUp":{"method":"POST","path":"/","token":{"json":"t"}},"whoAmI":{"method":"GET","path":"/{key}"}}"#,
                "1:93: whoAmI.path: this request never has a value for “key”, only for: accessToken, id"
            ),
            (
                #"{"response":{"code":[]}}"#,
                "1:21: response.code: expected a path such as “user.token”, or a list of paths"
            ),
            (#"{"authorization":{"scheme":"a b"}}"#, "1:28: authorization.scheme: expected a scheme such as “Bearer”"),
            (
                #"{"baseURL":"http://example.com"}"#,
                "1:12: baseURL: expected an absolute URL with “https”, or with “http” for this machine"
            ),
            (#"{"idempotencyKeys":1}"#, "1:20: idempotencyKeys: expected true or false"),
            (
                #"{"whoAmI":{"path":"a","owner":{"id":"id"}}}"#,
                """
                1:11: whoAmI.method: this member is missing
                1:19: whoAmI.path: expected a path such as “/users/{id}”
                """
            ),
            (#"{"signIn":{"method":"POST","path":"/"}}"#, "1:11: signIn.token: this member is missing"),
            (#"{"refresh":{"method":"POST","path":"/"}}"#, "1:12: refresh.token: this member is missing"),
            (
                #"{"constants":{"a b":"c"}}"#,
                "1:21: constants./a b: expected a name of letters and digits that is no placeholder of this language"
            ),
            (
                #"{"constants":{"nickname":"c"}}"#,
                "1:26: constants.nickname: expected a name of letters and digits that is no placeholder of this language"
            ),
            (
                #"{"authorization":{"header":"Host"}}"#,
                "1:28: authorization.header: expected the name of a header field that a description may set"
            ),
            (
                #"{"authorization":{"header":"Cookie"}}"#,
                "1:28: authorization.header: expected the name of a header field that a description may set"
            ),
            (
                #"{"authorization":{"header":"Content-Type"}}"#,
                "1:28: authorization.header: expected the name of a header field that a description may set"
            ),
            (
                #"{"constants":{"a":"é"},"signUp":{"method":"POST","path":"/","headers":{"X":"$a"}}}"#,
                "1:76: signUp.headers.X: expected a text of visible ASCII characters"
            ),
            (
                #"{"constants":{"a":"b;"},"signUp":{"method":"POST","path":"/","cookies":{"c":"$a"}}}"#,
                "1:77: signUp.cookies.c: expected a text of visible ASCII characters without “;”"
            ),
        ] as [(String, String)]
    )
    func `each mistake has its place, its path and what was expected`(text: String, expected: String) {
        #expect(mistakes(text) == expected.replacing("/a b", with: "a b"))
    }

    @Test(
        arguments: [
            (
                #""body":{"a":"$pin"}"#,
                "signIn.body.a: this request never has a value for “pin”, only for: clientID, id, password"
            ),
            (
                #""body":{"a":[{"b":"x $newPassword y"}]}"#,
                "signIn.body.a.0.b: this request never has a value for “newPassword”, only for: clientID, id, password"
            ),
            (
                #""body":{"a":"$basic(clientID, secret)"}"#,
                "signIn.body.a: this request never has a value for “secret”, only for: clientID, id, password"
            ),
            (#""body":{"a":"$basic(clientID, password) $$id $5"}"#, nil), (#""body":[["$id"]]"#, nil),
            (#""body":"$id""#, "signIn.body: expected an object or a list"),
            (
                #""encoding":"form","body":{"a":{"b":"c"}}"#,
                "signIn.body: expected an object of texts, numbers, Booleans, and lists of these"
            ),
            (#""encoding":"form","body":{"a":["$id",1,true],"b":null}"#, nil),
            (#""encoding":"xml""#, "signIn.encoding: expected one of “json”, “form”"),
            (
                #""headers":{"Host":"a"}"#,
                "signIn.headers.Host: expected the name of a header field that a description may set"
            ),
            (#""headers":{"A":"a\r\nB: c"}"#, "signIn.headers.A: expected a text of visible ASCII characters"),
            (
                #""headers":{"Cookie":"a=b"}"#,
                "signIn.headers.Cookie: write the cookies of the request in “cookies”, by name"
            ),
            (
                #""body":{},"headers":{"content-type":"text/x"}"#,
                "signIn.headers.content-type: the request sets the field “content-type” itself"
            ),
            (#""headers":{"Authorization":"$basic(clientID, password)"}"#, nil),
            (
                #""headers":{"A":"$key"}"#,
                "signIn.headers.A: this request never has a value for “key”, only for: clientID, id, password"
            ),
            (#""headers":{"X-App":"1","x-app":"2"}"#, "signIn.headers.x-app: this member exists already, as “X-App”"),
            (#""body":{"a":"<{id}>"}"#, "signIn.body.a: “{id}” would be sent as it is; here, write “$id”"),
            (#""headers":{"A":"${id}"}"#, "signIn.headers.A: “{id}” would be sent as it is; here, write “$id”"),
            (
                #""body":{"a":"{clientID}"}"#,
                "signIn.body.a: “{clientID}” would be sent as it is; here, write “$clientID”"
            ),
            (
                #""body":{"a":"{name of a person} {other} $filter5"}"#,
                "signIn.body.a: this request never has a value for “filter5”, only for: clientID, id, password"
            ),
            (#""body":{"a":"{name of a person} {other}"}"#, nil),
            (
                #""body":{"a":"{name of a person} {id}"}"#,
                "signIn.body.a: “{id}” would be sent as it is; here, write “$id”"
            ),
            (#""body":{"a":"{{id}}"}"#, "signIn.body.a: “{id}” would be sent as it is; here, write “$id”"),
            (#""url":"https://other.example/x""#, "signIn.url: expected either a path or a URL"),
            (#""token":{}"#, #"signIn.token: expected {"json": path}, {"header": name} or {"cookie": name}"#),
            (
                #""token":{"cookie":"sid","header":"X"}"#,
                #"signIn.token: expected {"json": path}, {"header": name} or {"cookie": name}"#
            ),
            (#""token":{"cookie":"a b"}"#, "signIn.token.cookie: expected the name of a cookie"),
            (#""token":{"cookie":"sid"}"#, nil), (#""token":{"json":["a.b","c.0"]}"#, nil),
            (
                #""lifetime":true"#,
                "signIn.lifetime: expected a path such as “user.token”, or a list of paths, or a number of seconds up to 3155760000"
            ),
            (
                #""lifetime":"60""#,
                "signIn.lifetime: expected a path such as “user.token”, or a list of paths, or a number of seconds up to 3155760000"
            ),
            (#""lifetime":0"#, "signIn.lifetime: expected a number of seconds up to 3155760000"),
            (#""lifetime":3155760001"#, "signIn.lifetime: expected a number of seconds up to 3155760000"),
            (#""lifetime":1"#, nil), (#""lifetime":3155760000"#, nil), (#""lifetime":["a","b"]"#, nil),
            (
                #""before":[{"method":"GET","path":"/","capture":{"password":{"json":"a"}}}]"#,
                "signIn.before.0.capture.password: expected a name of letters and digits that is no placeholder of this language"
            ),
            (#""before":[{"method":"GET","path":"/csrf"}]"#, "signIn.before.0.capture: this member is missing"),
            (
                #""before":[{"method":"GET","path":"/csrf","capture":{"csrf":{"cookie":"c"}}}],"headers":{"X-CSRF":"$csrf"}"#,
                nil
            ),
        ] as [(String, String?)]
    )
    func `an endpoint is checked when it is read`(members: String, expected: String?) {
        #expect(mistakes(inSignIn: members).map { $0.drop { $0 != " " }.dropFirst() } == expected.map { $0[...] })
    }

    @Test(
        arguments: [
            (
                #"{"whoAmI":{"method":"GET","url":"https://x.example/$id"},"tokenServers":["https://x.example"]}"#,
                "1:33: whoAmI.url: “$id” would be sent as it is; in a path, write “{id}”"
            ),
            (
                #"{"signOut":{"method":"POST","path":"/","body":{"a":"$refreshToken"}}}"#,
                "1:52: signOut.body.a: this request never has a value for “refreshToken”, only for: accessToken, id, key"
            ),
            (
                #"{"signOut":{"method":"POST","path":"/","body":{"a$code":1}}}"#,
                "1:57: signOut.body.a$code: this request never has a value for “code”, only for: accessToken, id, key"
            ),
            (
                #"{"signOut":{"method":"POST","path":"/","body":[{"{id}":1}]}}"#,
                "1:56: signOut.body.0.{id}: “{id}” would be sent as it is; here, write “$id”"
            ),
        ]
    )
    func `a placeholder without a value is reported where it is`(text: String, expected: String) {
        #expect(mistakes(text) == expected)
    }

    @Test(
        arguments: [
            (#""constants":{"a":"x-$id"}"#, "constants.a: “$id”"), (#""constants":{"a":"{a}"}"#, "constants.a: “{a}”"),
            (#""baseURL":"https://example.com/$key""#, "baseURL: “$key”"),
            (#""tokenServers":["https://example.com/$id"]"#, "tokenServers.0: “$id”"),
            (#""authorization":{"header":"X-$id"}"#, "authorization.header: “$id”"),
            (#""authorization":{"cookie":"$id"}"#, "authorization.cookie: “$id”"),
            (#""authorization":{"scheme":"$accessToken"}"#, "authorization.scheme: “$accessToken”"),
            (#""signUp":{"contentType":"text/$id"}"#, "signUp.contentType: “$id”"),
            (#""signUp":{"headers":{"X-$id":"1"}}"#, "signUp.headers.X-$id: “$id”"),
            (#""signUp":{"cookies":{"$id":"1"}}"#, "signUp.cookies.$id: “$id”"),
            (#""signUp":{"token":{"json":"$accessToken"}}"#, "signUp.token.json: “$accessToken”"),
            (#""signUp":{"token":{"header":"$accessToken"}}"#, "signUp.token.header: “$accessToken”"),
            (#""signUp":{"refreshToken":{"cookie":"$refreshToken"}}"#, "signUp.refreshToken.cookie: “$refreshToken”"),
            (#""signUp":{"lifetime":["a","$code"]}"#, "signUp.lifetime.1: “$code”"),
            (#""signUp":{"owner":{"id":"$id"}}"#, "signUp.owner.id: “$id”"),
            (#""signUp":{"present":"{id}"}"#, "signUp.present: “{id}”"),
            (
                #""signUp":{"before":[{"method":"GET","path":"/","capture":{"csrf":{"json":"a"}}}],"contentType":"a/$csrf"}"#,
                "signUp.contentType: “$csrf”"
            ),
            (
                #""steps":{"s":{"method":"GET","path":"/","capture":{"c":{"json":"$c"}}}},"signUp":{"before":["s"]}"#,
                "steps.s.capture.c.json: “$c”"
            ),
            (#""constants":{"a":"pa$word$$5{b}"}"#, nil), (#""$schema":"/$id.json""#, nil),
            (#""constants":{"path":"a","body":"b","schema":"c"},"$schema":"x""#, nil),
            (#""response":{"messages":"$id","codes":{"{name} is taken":"duplicate-account"}}"#, nil),
            (#""signUp":{"body":{"a":"$$id","path":["$id"]}}"#, nil),
            (#""signUp":{"body":{"a":{"$id":1,"$$id":2}}}"#, nil),
        ] as [(String, String?)]
    )
    func `a placeholder where nothing is replaced is a mistake`(members: String, expected: String?) {
        let text = "{\(members)}".replacing(#""signUp":{"#, with: #""signUp":{"method":"POST","path":"/","#)
        let found = mistakes(text)?.split(separator: "\n").map { line in
            String(line.drop { $0 != " " }.dropFirst().prefix { $0 != "," }.replacing(" would stay as it is", with: ""))
        }
        #expect(found == expected.map { [$0] }, "\(text)")
    }

    @Test func `a placeholder in a name is reported at the name`() {
        let text = #"{"signUp":{"method":"POST","path":"/","cookies":{"$id":"a"}}}"#
        #expect(
            mistakes(text)?.contains(
                "1:50: signUp.cookies.$id: “$id” would stay as it is, because names have no placeholders"
            )
                == true
        )
    }

    @Test(
        arguments: [
            ("/u/$key", "“$key” would be sent as it is; in a path, write “{key}”"),
            ("/u?of=$id", "“$id” would be sent as it is; in a path, write “{id}”"),
            ("/u/{pin}", "this request never has a value for “pin”, only for: accessToken, id"),
            ("/u?$filter=a", nil),
        ] as [(String, String?)]
    )
    func `a placeholder in a path has braces`(path: String, expected: String?) {
        let mistake = mistakes(
            #"{"signUp":{"method":"POST","path":"/","token":{"json":"a"}},"whoAmI":{"method":"GET","path":"\#(path)"}}"#
        )
        #expect(mistake == expected.map { "1:93: whoAmI.path: " + $0 })
    }

    @Test(
        arguments: [
            ("", "1:1: the file is empty"), (" \n", "2:1: the file is empty"),
            ("{\n  \"a\": tru }", "2:8: expected a value; a text has straight double quotes"),
            ("{\n  \"a\": 1,\n}", "2:9: remove the comma before “}”"),
            ("{\"a\": [1,\n]}", "1:9: remove the comma before “]”"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", "2:9: a comma is missing"),
            ("[{}\n{}]", "1:4: a comma is missing"), ("{\n // b\n}", "2:2: JSON has no comments"),
            ("{\"a\": 1, # b\n}", "1:10: JSON has no comments"),
            ("{\"a\": {\n", "2:1: the file ends here; expected a name in straight double quotes"),
            ("{\"a\": {}\n", "2:1: the file ends here; expected “,” or “}”"),
            ("{} {}", "1:4: expected nothing after the end; a bracket may be missing or too many"),
            ("{\"a\": [1}", "1:9: expected “,” or “]”"), ("{\"a\" 1}", "1:6: expected “:” after the name"),
            ("{'a': 1}", "1:2: expected a name in straight double quotes"),
            ("{“a”: 1}", "1:2: expected a name in straight double quotes"),
            ("{\"a\": 'b'}", "1:7: expected a value; a text has straight double quotes"),
            ("{\"a\": }", "1:7: expected a value; a text has straight double quotes"),
            ("{\"a\": 1.}", "1:9: expected a digit"),
            ("{\"a\": \"b\n\"}", "1:9: expected the closing quote of a text, or an escape such as “\\n”"),
            ("{\"a\": \"\\x\"}", "1:9: expected the closing quote of a text, or an escape such as “\\n”"),
        ]
    )
    func `a file that is not JSON is explained at the place of the mistake`(text: String, expected: String) {
        #expect(mistakes(text) == expected)
    }

    @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian])
    func `a file in UTF-16 is recognized`(encoding: String.Encoding) throws {
        let bytes = Array(try #require("{}".data(using: encoding)))
        #expect(throws: APIDescriptionError.self) { try AccountAPI(describedBy: bytes, baseURL: APIDescriptions.base) }
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: bytes, baseURL: APIDescriptions.base)
        } catch {
            #expect(error.description == "1:1: the file is UTF-16; save it as UTF-8")
        }
    }

    @Test func `a step is described once, and its mistakes are reported once at its place`() throws {
        func text(_ step: String) -> String {
            """
            {"steps": {"s": \(step)},
            "whoAmI": {"method": "GET", "path": "/{a}", "before": ["s"]},
            "signOut": {"method": "GET", "path": "/{a}", "before": ["s"]}}
            """
        }
        let step = #"{"method":"GET","path":"/s","capture":{"a":{"json":"a"}}}"#
        let api = try AccountAPI(describedBy: Array(text(step).utf8), baseURL: APIDescriptions.base)
        let inPlace = Array(#"{"whoAmI":{"method":"GET","path":"/{a}","before":[\#(step)]}}"#.utf8)
        #expect(try api[.whoAmI] == AccountAPI(describedBy: inPlace, baseURL: APIDescriptions.base)[.whoAmI])
        #expect(api[.signOut]?.before == api[.whoAmI]?.before)
        let mistaken = step.replacing("/s", with: "/{pin}")
        #expect(
            mistakes(text(mistaken))
                == "1:40: steps.s.path: this request never has a value for “pin”, only for: accessToken, id, key"
        )
        #expect(
            mistakes(#"{"signUp":{"method":"POST","path":"/","before":["s"]}}"#)
                == "1:49: signUp.before.0: expected an object, or a name in “steps”"
        )
        #expect(
            mistakes(#"{"steps":{"s":{}}}"#) == "1:15: steps.s: expected a request that an endpoint names in “before”"
        )
    }

    @Test func `there are at most three requests before one`() {
        let step = #"{"method":"GET","path":"/","capture":{"a":{"json":"a"}}}"#
        func mistakes(_ count: Int) -> String? {
            self.mistakes(inSignIn: #""before":[\#(Array(repeating: step, count: count).joined(separator: ","))]"#)
        }
        #expect(mistakes(3) == nil)
        #expect(mistakes(4)?.hasSuffix("signIn.before: expected at most 3 requests") == true)
    }

    @Test(
        arguments: [
            (#""whoAmI":{"method":"GET","url":"https://other.example/me"}"#, true),
            (
                #""refresh":{"token":{"json":"t"},"refreshToken":{"json":"r"},"method":"POST","url":"https://other.example/x","body":{"t":"$refreshToken"}}"#,
                true
            ),
            (#""signUp":{"method":"POST","url":"https://other.example/x","body":{"t":"$password"}}"#, false),
            (#""whoAmI":{"method":"GET","url":"https://api.example.com/me"}"#, false),
            (
                #""tokenServers":["https://other.example"],"whoAmI":{"method":"GET","url":"https://other.example/me"}"#,
                false
            ),
        ]
    )
    func `tokens go only to servers in the list`(members: String, isMistake: Bool) {
        let expected = "https://other.example may not receive tokens; add it to “tokenServers”"
        #expect(mistakes("{\(members)}")?.hasSuffix(expected) == (isMistake ? true : nil))
    }

    @Test func `all mistakes are found at once, in the order of their places`() {
        let text = """
            {
              "authorisation": {},
              "signUp": {"method": "POST", "path": "/", "body": {"a": "$pin", "b": "$code"}},
              "response": {"otherwise": "fine"}
            }
            """
        let lines = mistakes(text)?.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(lines == ["2:3:", "3:59:", "3:72:", "4:29:"])
    }

    @Test func `a base URL is required, and the caller's takes precedence`() throws {
        #expect(mistakes("{}", at: nil) == "1:1: baseURL: this member is missing")
        let text = Array(#"{"baseURL":"https://one.example"}"#.utf8)
        let other = try HTTPURL("https://two.example")
        #expect(try AccountAPI(describedBy: text).baseURL == HTTPURL("https://one.example"))
        #expect(try AccountAPI(describedBy: text, baseURL: other).baseURL == other)
    }

    @Test func `the documentation names every meaning of a response`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Networking.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for meaning in ResponseKind.allCases { #expect(text.contains("`\(meaning.rawValue)`")) }
    }
}
