import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import TestSupport
import Testing

/// The ready-made descriptions in `Docs/Servers`.
enum ReadyMadeDescriptions {
    static let names = [
        "allauth-headless", "cognito", "dj-rest-auth", "djoser-jwt", "djoser-token", "everything",
        "fastapi-users-bearer", "fastapi-users-cookie", "firebase", "flask-jwt-extended", "keycloak", "matrix",
        "oauth2",
        "pocketbase", "supabase",
    ]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Docs/Servers")

    static func file(_ name: String) -> URL { folder.appending(path: name).standardizedFileURL }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: file(name + ".json"), encoding: .utf8)
    }

    /// Returns a description of Djoser with the member that its page names for accounts that are activated.
    static func withActivation(_ name: String) throws -> String {
        let page = try String(contentsOf: file(name + ".md"), encoding: .utf8)
        let member = try #require(page.split(separator: "`").first { $0.contains("confirm-by-link") })
        let parts = try text(name).split(separator: #""code": "username.0""#, maxSplits: 1)
        return try #require(parts.first) + member + #", "code": "username.0""# + #require(parts.last)
    }

    /// The description of a server whose users have a nickname and a name, as its page says.
    static func withNames(_ name: String) throws -> String {
        let isDjoser = name.hasPrefix("djoser")
        let owner =
            isDjoser
            ? #""nickname": "last_name", "name": "first_name""# : #""nickname": "nickname", "name": "name""#
        let changes =
            isDjoser
            ? [
                (#""body": {"email": "$email"},"#, #""body": {"last_name": "$nickname", "first_name": "$name"},"#),
                (#""owner": {"email": "email"}"#, #""owner": {\#(owner)}"#),
                (#""key": "id", "email""#, #""key": "id", \#(owner), "email""#),
            ]
            : [
                (#""key": "id", "verified""#, #""key": "id", \#(owner), "verified""#),
                (
                    #""verify": {"#,
                    #"""
                    "updateProfile": {
                      "method": "PATCH", "path": "/users/me",
                      "body": {"nickname": "$nickname", "name": "$name"}, "owner": {\#(owner)}
                    },
                    "verify": {
                    """#
                ),
            ]
        return try changes.reduce(try text(name)) { text, change in
            try #require(text.contains(change.0))
            return text.replacing(change.0, with: change.1)
        }
    }

    static func api(_ name: String, at baseURL: HTTPURL? = nil) throws -> AccountAPI {
        try AccountAPI(describedBy: Array(text(name).utf8), baseURL: baseURL)
    }
}

/// Tests of the ready-made descriptions against replies of their servers, or those that the documentation names.
///
/// A file in `Servers` has the sources of the replies, and exchanges: the operation, comments (`#`), replies (`<`, with
/// `:` before a header field), requests (`>`) and the outcome (`=`). `RECORD_SNAPSHOTS` writes the last two again.
struct ReadyMadeDescriptionTests {
    @Test func `each description has a page, and each page a description`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ReadyMadeDescriptions.file("").path)
        let names = ReadyMadeDescriptions.names
        let expected = names.map { $0 + ".json" } + names.map { $0 + ".md" } + ["account-api.schema.json", "README.md"]
        #expect(files.sorted() == expected.sorted())
    }

    @Test(arguments: ReadyMadeDescriptions.names)
    func `a description is read without mistakes`(name: String) throws {
        #expect(try ReadyMadeDescriptions.api(name).endpoints[.signIn]?.token != nil)
    }

    @Test(arguments: ReadyMadeDescriptions.names.filter { $0 != "everything" })
    func `a description makes the requests and reads the replies of its server`(name: String) async throws {
        let recorded = try String(contentsOf: Snapshot.file(name), encoding: .utf8)
        let api = try ReadyMadeDescriptions.api(name)
        var text: [String] = []
        var outcomes: [AccountAction: Set<String>] = [:]
        var exchange = RecordedExchange()
        for line in (recorded + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty, let action = exchange.action {
                let (requests, outcome) = try await exchange.play(api)
                text += requests.map { "> " + $0 } + ["= " + outcome]
                outcomes[action, default: []].insert(String(outcome.prefix { $0 != ":" && $0 != "," }))
                exchange = RecordedExchange(id: exchange.id, key: exchange.key)
            }
            guard line.first != ">", line.first != "=" else { continue }
            text.append(String(line))
            try exchange.add(line)
        }
        while text.last?.isEmpty == true { text.removeLast() }
        try Snapshot.expect(text.joined(separator: "\n") + "\n", named: name)
        for action in AccountAction.allCases {
            if api[action] == nil { outcomes[action] = [try await RecordedExchange(action).play(api).outcome] }
            #expect((api[action] == nil) == (outcomes[action] == ["not offered"]), "\(action)")
            #expect(outcomes[action] != nil, "\(action)")
        }
        #expect(outcomes[.signIn]?.isSuperset(of: ["session", "incorrect password"]) == true)
        if api[.signUp] != nil { #expect(outcomes[.signUp]?.isSuperset(of: ["duplicate", "refused"]) == true) }
        if api[.refresh] != nil { #expect(outcomes[.refresh]?.isSuperset(of: ["session", "token refused"]) == true) }
    }
}

/// An operation, and the replies of a server to its requests.
private struct RecordedExchange {
    var id = "kim@example.com"
    var key: String?
    private(set) var action: AccountAction?
    private var replies: [HTTPResponse] = []

    init(_ action: AccountAction? = nil, id: String = "kim@example.com", key: String? = nil) {
        self.id = id
        self.key = key
        self.action = action
    }

    /// Reads a line of a file.
    mutating func add(_ line: Substring) throws {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        switch words.first {
        case "id": id = words[1]
        case "key": key = words[1]
        case "<":
            let status = try #require(Int(words[1]).flatMap { HTTPStatus($0) })
            replies.append(HTTPResponse(status, body: words.count > 2 ? Array(words[2].utf8) : []))
        case ":":
            let reply = replies.popLast()
            let last = try #require(reply)
            var fields = last.fields
            try fields.append(HTTPFieldName(String(words[1].dropLast())), words[2])
            replies.append(HTTPResponse(last.status, fields: fields, body: last.body))
        case let word?: action = AccountAction(rawValue: word) ?? action
        case nil: break
        }
    }

    /// Sends the requests of the operation, and returns them and the outcome.
    func play(_ api: AccountAPI) async throws -> (requests: [String], outcome: String) {
        let action = try #require(action)
        let replies = replies
        let log = MessageLog<HTTPRequest>()
        let transport = LoopbackTransport { request in
            log.append(request)
            let number = log.messages.count - 1
            return replies.indices.contains(number) ? replies[number] : HTTPResponse(.notFound)
        }
        let service = RemoteAccountService(api: api, transport: transport, dates: .constant(.stub))
        let session = Session.stub(
            accountID: .stub(id),
            tokens: TokenSet(AccessToken("a1"), refresh: RefreshToken("r1")),
            serverKey: key
        )
        var begun: Challenge?
        // The reply to the sign-in is before that to the answer.
        if replies.count > 1, [.answerChallenge, .resendChallenge, .cancelChallenge].contains(action),
            case .challenge(let step) = try await service.authenticate(.stub(id), password: ServerOutcome.password)
        {
            begun = step
        }
        let outcome = try await ServerOutcome.text(of: action, service, id: .stub(id), session: session, begun)
        return (log.messages.map(text), outcome)
    }

    /// Returns the method, the URL, the unusual fields and the body of a request.
    private func text(of request: HTTPRequest) -> String {
        let usual = ["accept", "content-type"]
        let fields = request.fields.map { ($0.name.description, $0.value) }.filter {
            !usual.contains($0.0.lowercased()) || $0.1.contains("amz")
        }
        let parts =
            ["\(request.method) \(request.url.text)"] + fields.map { "\($0): \($1)" }
            + [String(decoding: request.body, as: UTF8.self)]
        return parts.filter { !$0.isEmpty }.joined(separator: " | ")
    }
}

/// The outcomes of the operations of an account service, as short texts.
enum ServerOutcome {
    static let password = Password("korrekt-pferd")
    static let newPassword = Password("neues-pferd-2")

    static func text(
        of action: AccountAction,
        _ service: RemoteAccountService,
        id: AccountID,
        session: Session,
        _ begun: Challenge? = nil
    ) async throws -> String {
        do {
            let confirmation = AccountConfirmation(code: "123456", uid: "MQ")
            switch action {
            case .signUp:
                let profile = Profile(
                    nickname: try Nickname("Kimmy"),
                    name: try PersonName("Kim"),
                    email: try EmailAddress("kim@example.com")
                )
                let registration = Registration(id: id, password: password, profile: profile)
                switch try await service.register(registration) {
                case .authenticated(let authentication): return text(of: authentication)
                case .challenge(let challenge): return text(of: challenge)
                case .signInRequired: return "sign-in required"
                }
            case .signIn:
                switch try await service.authenticate(id, password: password) {
                case .authenticated(let authentication): return text(of: authentication)
                case .challenge(let challenge): return text(of: challenge)
                }
            case .refresh: return text(of: try await service.refresh(session))
            case .whoAmI:
                let owner = try await service.owner(of: session)
                return "owner" + text(of: owner.profile) + (owner.isAddressConfirmed ? ", address confirmed" : "")
            case .signOut: try await service.revoke(session, scope: .thisDevice)
            case .signOutOtherDevices: try await service.revoke(session, scope: .otherDevices)
            case .signOutEverywhere: try await service.revoke(session, scope: .everywhere)
            case .deleteAccount:
                return try await service.deleteAccount(of: session, password: password) ? "done" : "gone"
            case .changePassword:
                return text(of: try await service.changePassword(of: session, from: password, to: newPassword))
            case .requestPasswordReset: try await service.requestPasswordReset(for: id)
            case .confirmPasswordReset:
                _ = try await service.confirmPasswordReset(of: id, with: confirmation, to: newPassword)
            case .verify, .answerChallenge:
                switch try await service.answer(begun ?? challenge(action, service, id), with: confirmation) {
                case .authenticated(let authentication): return text(of: authentication)
                case .challenge(let challenge): return text(of: challenge)
                case .confirmed: return "done"
                }
            case .resendVerification, .resendChallenge:
                _ = try await service.resend(begun ?? challenge(action, service, id))
            case .cancelChallenge:
                guard service.offers(action) else { return "not offered" }
                await service.cancel(begun ?? challenge(action, service, id))
            case .updateProfile:
                let changes = Profile(nickname: try Nickname("Kimmy"), name: try PersonName("Kim"))
                let edit = ProfileEdit(of: session.profile, to: changes)
                return "profile" + text(of: try await service.updateProfile(of: session, edit))
            }
            return "done"
        } catch RegistrationError.duplicateAccount {
            return "duplicate"
        } catch AuthenticationError.invalidCredentials {
            return "incorrect password"
        } catch RegistrationError.service(let failure) {
            return text(of: failure)
        } catch AuthenticationError.service(let failure) {
            return text(of: failure)
        } catch UpdateProfileError.service(let failure) {
            return text(of: failure)
        } catch UpdateProfileError.conflict(let conflict) {
            return "conflict: " + conflict.fields.map(\.rawValue).joined(separator: ", ")
        } catch ChallengeError.service(let failure) {
            return text(of: failure)
        } catch ResendError.service(let failure) {
            return text(of: failure)
        } catch ChallengeError.throttled {
            return "throttled: "
        } catch ResendError.throttled {
            return "throttled: "
        } catch let error as ChallengeError {
            return "code: \(error)"
        } catch let error as ResendError {
            return "code: \(error)"
        } catch let failure as AccountServiceFailure {
            return text(of: failure)
        }
    }

    private static func text(of authentication: Authentication) -> String {
        text(of: authentication.tokens) + (authentication.serverKey.map { ", key \($0)" } ?? "")
            + text(of: authentication.profile)
    }

    /// Returns a step of the account, which has begun.
    private static func challenge(
        _ action: AccountAction,
        _ service: RemoteAccountService,
        _ id: AccountID
    ) -> Challenge {
        let isConfirmation = action == .verify || action == .resendVerification
        let challenge = Challenge(
            id: ChallengeID("1"),
            accountID: id,
            kind: .link(destination: nil),
            purpose: isConfirmation ? .addressConfirmation : .secondFactor,
            sentAt: .stub
        )
        service.begunChallenges.add([:], for: challenge.id)
        return challenge
    }

    private static func text(of challenge: Challenge) -> String { "\(challenge.purpose): \(challenge.kind)" }

    private static func text(of tokens: TokenSet) -> String {
        func seconds(_ date: Date?) -> String { date.map { " for \(Int($0.timeIntervalSince(.stub))) s" } ?? "" }
        let refresh = tokens.refresh.map { ", refresh \($0.revealed)" + seconds(tokens.refreshExpiresAt) } ?? ""
        return "session, access \(tokens.access.revealed ?? "")" + seconds(tokens.accessExpiresAt) + refresh
    }

    private static func text(of profile: Profile) -> String {
        Profile.fields.map { field in field.text(in: profile).map { ", \(field.field.rawValue) \($0)" } ?? "" }.joined()
    }

    private static func text(of failure: AccountServiceFailure) -> String {
        switch failure {
        case .remote(.refused(let refusal)):
            let fields = refusal.fields.map { field in
                "\(field.rawValue): " + (refusal.fieldMessages[field] ?? []).map(\.text).joined(separator: " / ")
            }
            return (["refused: \(refusal.message.text)"] + fields).joined(separator: " | ")
        case .remote(.throttled(let wait)): return "throttled: " + (wait.map { "\($0)" } ?? "")
        case .notOffered: return "not offered"
        case .tokenRefused: return "token refused"
        case .remote(let failure): return "\(failure)"
        default: return "\(failure)"
        }
    }
}
