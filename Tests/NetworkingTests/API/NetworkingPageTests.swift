import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

/// Tests that the chapter “Describing an API” of `Docs/Networking.md` is true.
struct NetworkingPageTests {
    private static var page: String {
        get throws {
            try String(contentsOf: ReadyMadeDescriptions.file("../Networking.md"), encoding: .utf8)
        }
    }

    /// Returns the cells of the rows whose table has a header that begins with a text.
    private static func rows(of header: String) throws -> [[String]] {
        let lines = try page.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| \(header) |") })
        return lines[start...].dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }
    }

    private func mistakes(_ text: String) -> String {
        do throws(APIDescriptionError) {
            _ = try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `the chapter names every member of a description`() throws {
        let page = try Self.page
        let schema = JSONSchema(try JSONValue(reading: Array(ReadyMadeDescriptions.text("account-api.schema").utf8)))
        let members = schema.allMembers.subtracting(Profile.fields.map(\.key))
        // The member of a meaning is in an example.
        #expect(members.filter { !page.contains("`\($0)`") && !page.contains("{\"\($0)\": ") } == [])
    }

    @Test func `the file with mistakes has these mistakes`() throws {
        let section = try #require(try Self.page.components(separatedBy: "### Mistakes").last)
        let blocks = section.components(separatedBy: "```")
        let (file, expected) = (blocks[1].dropFirst("json\n".count), blocks[3].dropFirst("text\n".count))
        #expect(mistakes(String(file)) + "\n" == expected)
    }

    @Test func `each request has exactly the placeholders of the table`() throws {
        let rows = try Self.rows(of: "endpoint")
        var table: [String: Set<String>] = [:]
        for row in rows {
            let profile = row[2].contains("the profile fields") ? Profile.fields.map(\.key) : []
            let names = row[2].matches(of: #/\$([A-Za-z]+)/#).map { String($0.1) } + profile
            let name = row[0].replacing("`", with: "")
            table[name] = Set(names).union(row[2].hasPrefix("as `refresh`") ? table["refresh"] ?? [] : [])
        }
        #expect(Set(table.keys) == Set(AccountAction.allCases.map(\.rawValue)))
        let all = table.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for (action, names) in table {
            let token = ["signIn", "refresh", "answerChallenge"].contains(action) ? #","token":{"json":"t"}"# : ""
            for name in all {
                let session =
                    action == "signIn"
                    ? ""
                    : #","signIn":{"method":"POST","path":"/","token":{"json":"t"},"refreshToken":{"json":"r"},"owner":{"key":"k"}}"#
                let text = #"{"\#(action)":{"method":"POST","path":"/","body":{"a":"$\#(name)"}\#(token)}\#(session)}"#
                #expect(mistakes(text).isEmpty == names.contains(name), "\(action) $\(name)")
            }
        }
    }

    @Test func `each example of an error is read without configuration`() async throws {
        for row in try Self.rows(of: "format") {
            let body = row[1].replacing("`", with: "")
            let server = ScriptedServer(.json(400, body))
            let text = #"{"signUp":{"method":"POST","path":"/","body":{"email":"$email"}}}"#
            let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
            let error = await #expect(throws: RegistrationError.self) {
                try await api.service(server.transport).register(.stub())
            }
            guard case .service(.remote(.refused(let refusal))) = error else {
                Issue.record("\(row[0])")
                continue
            }
            #expect(refusal.fields == (body.lowercased().contains("email\"") ? [.email] : []) || body.contains("must"))
            #expect(!refusal.texts.isEmpty, "\(row[0])")
        }
    }
}
