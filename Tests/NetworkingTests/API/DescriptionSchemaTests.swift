import Domain
import Foundation
import Networking
import Testing

/// Tests that the JSON Schema of descriptions and their reader agree.
struct DescriptionSchemaTests {
    private static var schema: JSONSchema {
        get throws {
            JSONSchema(try JSONValue(reading: Array(ReadyMadeDescriptions.text("account-api.schema").utf8)))
        }
    }

    private func mistakes(_ value: JSONValue) -> [APIDescriptionMistake] {
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: value.bytes, baseURL: APIDescriptions.base)
            return []
        } catch {
            return error.mistakes
        }
    }

    private func expectBoth(_ text: String, accept isAccepted: Bool) throws {
        let value = try JSONValue(reading: Array(text.utf8))
        #expect(try Self.schema.accepts(value) == isAccepted)
        #expect(mistakes(value).isEmpty == isAccepted)
    }

    @Test(arguments: ReadyMadeDescriptions.names)
    func `the schema accepts each ready-made description`(name: String) throws {
        try expectBoth(ReadyMadeDescriptions.text(name), accept: true)
    }

    @Test func `one of the ready-made descriptions has every member that is not a profile field`() throws {
        let text = try ReadyMadeDescriptions.text("everything")
        let members = try Self.schema.allMembers
        #expect(members.count > 50)
        #expect(members.filter { !text.contains("\"\($0)\": ") }.subtracting(Profile.fields.map(\.key)) == [])
    }

    @Test(arguments: [
        #"{}"#, #"{"authorization":{}}"#, #"{"authorization":"none"}"#, #"{"$schema":"https://x.example/s.json"}"#,
        #"{"authorization":{"cookie":"sid"}}"#, #"{"tokenServers":[]}"#,
        #"{"response":{}}"#, #"{"response":{"success":"a.b"}}"#, #"{"response":{"success":"/a.b/c~1d"}}"#,
        #"{"response":{"code":"errors.0.code"}}"#, #"{"response":{"code":["a","/b"]}}"#,
        #"{"response":{"codes":{"A*":{"field":"phone"},"B":"gone","* C":"gone"}}}"#,
        #"{"steps":{}}"#,
        #"{"steps":{"s":{"method":"GET","path":"/","capture":{"a":{"json":"b"}}}},"signUp":{"method":"POST","path":"/","before":["s"]}}"#,
        #"{"response":{"success":"a[?b=='c'].d"}}"#, #"{"response":{"success":"[?b=='']"}}"#,
        #"{"response":{"success":"a[?b=='c'][?d=='e'].0"}}"#, #"{"response":{"success":"/a/[?b=='c.d']"}}"#,
        #"{"response":{"success":"a[0]"}}"#,
        #"{"response":{"statuses":{"100":"refused","999":"refused","9xx":"body-decides"}}}"#,
        #"{"signUp":{"method":"POST","path":"/"}}"#, #"{"signUp":{"method":"POST","url":"https://x.example/a"}}"#,
        #"{"signUp":{"method":"POST","path":"/","body":[]}}"#, #"{"signUp":{"method":"POST","path":"/","before":[]}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":1}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":3155760000}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":["a","b"]}}"#,
        #"{"signUp":{"method":"POST","path":"/","token":{"json":["a"]},"refreshToken":{"header":"X"}}}"#,
        #"{"whoAmI":{"method":"GET","path":"/","owner":{}}}"#, #"{"whoAmI":{"method":"GET","path":"/","present":"a"}}"#,
    ])
    func `the schema and the reader accept valid members`(text: String) throws {
        try expectBoth(text, accept: true)
    }

    @Test(arguments: [
        #"[]"#, #"{"signup":{}}"#, #"{"baseURL":1}"#, #"{"baseURL":"example.com"}"#,
        #"{"tokenServers":"https://x.example"}"#,
        #"{"tokenServers":["x"]}"#, #"{"constants":{"a":1}}"#, #"{"constants":[]}"#, #"{"authorization":"Bearer"}"#,
        #"{"authorization":{"name":"a"}}"#, #"{"authorization":{"header":1}}"#, #"{"idempotencyKeys":1}"#,
        #"{"signInAfterSignUp":"yes"}"#, #"{"response":[]}"#, #"{"response":{"success":["a"]}}"#,
        #"{"response":{"success":"a..b"}}"#, #"{"response":{"success":""}}"#, #"{"response":{"success":"/"}}"#,
        #"{"response":{"messages":[]}}"#, #"{"response":{"messages":["a",1]}}"#,
        #"{"steps":[]}"#,
        #"{"steps":{"s":{"method":"GET","path":"/"}},"signUp":{"method":"POST","path":"/","before":["s"]}}"#,
        #"{"response":{"success":"a[?b].c"}}"#, #"{"response":{"success":"a[?b==c].d"}}"#,
        #"{"response":{"success":"a[?b=='c.d']"}}"#, #"{"response":{"success":"a[?b=='c']d"}}"#,
        #"{"response":{"success":"a[?b=='c'"}}"#, #"{"response":{"success":"a.[?b=='c']"}}"#,
        #"{"response":{"codes":{"A*B*":"gone"}}}"#, #"{"response":{"fieldNames":{"a":"b"}}}"#,
        #"{"response":{"codes":{"A":"b"}}}"#, #"{"response":{"codes":{"A":{"field":"b"}}}}"#,
        #"{"response":{"codes":{"A":{"field":"id","kind":"gone"}}}}"#, #"{"response":{"codes":{"A":{}}}}"#,
        #"{"response":{"statuses":{"20":"gone"}}}"#, #"{"response":{"statuses":{"0xx":"gone"}}}"#,
        #"{"response":{"statuses":{"200":"fine"}}}"#, #"{"response":{"otherwise":"fine"}}"#,
        #"{"response":{"undecodable":1}}"#, #"{"response":{"retryAfter":5}}"#, #"{"response":{"wait":"a"}}"#,
        #"{"signUp":[]}"#, #"{"signUp":{}}"#, #"{"signUp":{"method":"POST"}}"#, #"{"signUp":{"path":"/"}}"#,
        #"{"signIn":{"method":"POST","path":"/"}}"#, #"{"refresh":{"method":"POST","path":"/"}}"#,
        #"{"signUp":{"method":"post","path":"/"}}"#, #"{"signUp":{"method":"FETCH","path":"/"}}"#,
        #"{"signUp":{"method":"POST","path":"a"}}"#, #"{"signUp":{"method":"PO ST","path":"/"}}"#,
        #"{"signUp":{"method":"POST","path":"/","url":"https://x.example"}}"#,
        #"{"signUp":{"method":"POST","url":"x.example"}}"#,
        #"{"signUp":{"method":"POST","path":"/","headers":{"A":1}}}"#,
        #"{"signUp":{"method":"POST","path":"/","headers":{"A":"é"}}}"#,
        #"{"signUp":{"method":"POST","path":"/","cookies":{"a":1}}}"#,
        #"{"signUp":{"method":"POST","path":"/","cookies":{"a":"b;c"}}}"#,
        #"{"signUp":{"method":"POST","path":"/","encoding":"xml"}}"#,
        #"{"signUp":{"method":"POST","path":"/","body":"a"}}"#,
        #"{"signUp":{"method":"POST","path":"/","contentType":1}}"#,
        #"{"signUp":{"method":"POST","path":"/","token":"a"}}"#, #"{"signUp":{"method":"POST","path":"/","token":{}}}"#,
        #"{"signUp":{"method":"POST","path":"/","token":{"json":"a","header":"b"}}}"#,
        #"{"signUp":{"method":"POST","path":"/","refreshToken":{"json":[]}}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":0}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":3155760001}}"#,
        #"{"signUp":{"method":"POST","path":"/","lifetime":1.5}}"#,
        #"{"signUp":{"method":"POST","path":"/","refreshLifetime":true}}"#,
        #"{"signUp":{"method":"POST","path":"/","present":[]}}"#,
        #"{"signUp":{"method":"POST","path":"/","owner":{"password":"a"}}}"#,
        #"{"signUp":{"method":"POST","path":"/","owner":{"id":1}}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":{}}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":[{"method":"GET","path":"/"}]}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":[{"method":"GET","path":"/","capture":{}}]}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":[{"method":"GET","path":"/","capture":{"a":"b"}}]}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":[{"method":"GET","capture":{"a":{"json":"b"}}}]}}"#,
        #"{"signUp":{"method":"POST","path":"/","before":[1]}}"#,
        #"{"whoAmI":{"method":"GET","path":"/","token":{"json":"a"}}}"#,
        #"{"signOut":{"method":"GET","path":"/","refreshToken":{"json":"a"}}}"#,
    ])
    func `the schema and the reader reject a broken description`(text: String) throws {
        try expectBoth(text, accept: false)
    }

    @Test func `the schema and the reader reject four requests before one`() throws {
        let step = #"{"method":"GET","path":"/","capture":{"a":{"json":"a"}}}"#
        for (count, isAccepted) in [(3, true), (4, false)] {
            let steps = Array(repeating: step, count: count).joined(separator: ",")
            try expectBoth(#"{"signUp":{"method":"POST","path":"/","before":[\#(steps)]}}"#, accept: isAccepted)
        }
    }

    @Test func `the schema has exactly the members that the reader knows`() throws {
        let schema = try Self.schema
        let request: [String: JSONValue] = ["method": .string("POST"), "path": .string("/")]
        func expectMembers(
            _ known: [String: JSONValue],
            _ place: [String],
            _ object: ([String: JSONValue]) -> JSONValue
        )
            throws
        {
            for name in try names() {
                let invalid = object(request.merging([name: .number("-0.5")]) { $1 })
                let isUnknown = mistakes(invalid).contains { mistake in
                    guard mistake.path.names == place + [name] else { return false }
                    return switch mistake.problem {
                    case .unknownMember: true
                    case .expected(let expected): expected.hasPrefix("no token")
                    default: false
                    }
                }
                #expect(isUnknown == (known[name] == nil), "\(place + [name])")
            }
        }
        try expectMembers(schema.members(), []) { members in
            .object(members.filter { request[$0.key] == nil || $0.value.text == nil })
        }
        for name in ["authorization", "response"] {
            try expectMembers(schema.members("$defs", name), [name]) { members in
                .object([name: .object(members.filter { request[$0.key] == nil || $0.value.text == nil })])
            }
        }
        for action in AccountAction.allCases {
            let reference = try #require(schema.members()[action.rawValue]?.members?["$ref"]?.text)
            let name = String(try #require(reference.split(separator: "/").last))
            try expectMembers(schema.members("$defs", name), [action.rawValue]) { members in
                .object([action.rawValue: .object(members)])
            }
        }
        let signIn = AccountAction.signIn.rawValue
        try expectMembers(schema.members("$defs", "step"), [signIn, "before", "0"]) { members in
            .object([signIn: .object(request.merging(["before": .array([.object(members)])]) { $1 })])
        }
        try expectMembers(schema.members("$defs", "owner"), [signIn, "owner"]) { members in
            let members = members.filter { request[$0.key] == nil || $0.value.text == nil }
            return .object([signIn: .object(request.merging(["owner": .object(members)]) { $1 })])
        }
    }

    @Test func `the schema has exactly the kinds of responses and the fields that the reader knows`() throws {
        let schema = try Self.schema
        #expect(try schema.values("kind") == Set(ResponseKind.allCases.map(\.rawValue)))
        #expect(try schema.values("field") == Set(AccountField.allCases.map(\.rawValue)))
    }

    /// Returns all names that the schema or the source of the reader has.
    private func names() throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Networking/API/Description").standardizedFileURL
        var names = Set(AccountAction.allCases.map(\.rawValue) + AccountField.allCases.map(\.rawValue))
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let schema = ReadyMadeDescriptions.file("account-api.schema.json")
        for file in sources + [schema] {
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: #/"(\$?[A-Za-z]+)"/#).map { String($0.1) })
        }
        return names
    }
}
