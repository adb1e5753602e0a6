import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Persistence
import Testing

/// Tests of profile changes for accounts on a server.
struct ProfileUpdateTests {
    private let session = Session.stub(
        accountID: .stub("kim"),
        profile: Profile(nickname: .stub("Kim")),
        tokens: TokenSet(AccessToken("a1"))
    )

    private static func api(whoAmI: Bool = true) throws -> AccountAPI {
        let description = """
            {
                "signIn": {"method": "POST", "path": "/in", "body": {"id": "$id", "p": "$password"}, "token": {"json": "t"}},
                "updateProfile": {
                    "method": "PATCH", "path": "/me", "body": {"nick": "$nickname", "tel": "$phone"},
                    "owner": {"nickname": "nick", "phone": "tel"}
                }
                \(whoAmI
                    ? #", "whoAmI": {"method": "GET", "path": "/me", "owner": {"nickname": "nick", "phone": "tel"}}"#
                    : "")
            }
            """
        return try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
    }

    private func profile(_ nickname: String?, _ phone: String? = nil) throws -> Profile {
        Profile(nickname: try nickname.map { try Nickname($0) }, phone: try phone.map { try PhoneNumber($0) })
    }

    private func update(_ api: AccountAPI, _ edited: Profile, over transport: any HTTPTransport) async throws -> Profile
    {
        try await api.service(transport, InMemoryPendingOperationRepository())
            .updateProfile(of: session, ProfileEdit(of: session.profile, to: edited))
    }

    struct Case: Sendable {
        let responses: [HTTPResponse]
        var whoAmI = true
        var nickname: String? = "Lee"
        var phone: String?

        /// The bodies of the requests, or "" for the question about the profile.
        let bodies: [String]
        let result: [String?]
    }

    static let changes = [
        // Only the changed field is sent.
        Case(
            responses: [.json(200, #"{"nick":"Kim","tel":"1"}"#), .json(200, #"{"nick":"Lee","tel":"1"}"#)],
            bodies: ["", #"{"nick":"Lee"}"#],
            result: ["Lee", "1"]
        ),
        // A response without a profile.
        Case(
            responses: [.json(200, #"{"nick":"Kim","tel":"1"}"#), .json(204)],
            bodies: ["", #"{"nick":"Lee"}"#],
            result: ["Lee", "1"]
        ),
        Case(
            responses: [.json(200, #"{"nick":"Lee","tel":"1"}"#)],
            whoAmI: false,
            bodies: [#"{"nick":"Lee"}"#],
            result: ["Lee", "1"]
        ),
        // A removed text is sent as an empty one.
        Case(
            responses: [.json(200, #"{"nick":"Kim","tel":""}"#), .json(200, #"{"nick":"","tel":""}"#)],
            nickname: nil,
            bodies: ["", #"{"nick":""}"#],
            result: [nil, nil]
        ),
        // Another device has made the same change.
        Case(responses: [.json(200, #"{"nick":"Lee"}"#)], bodies: [""], result: ["Lee", nil]),
        // The response was lost, and the server has made the change.
        Case(
            responses: [.json(200, #"{"nick":"Kim"}"#), .json(500), .json(200, #"{"nick":"Lee"}"#)],
            bodies: ["", #"{"nick":"Lee"}"#, ""],
            result: ["Lee", nil]
        ),
    ]

    @Test(arguments: changes)
    func `only what has changed is sent, and the answer is the whole profile`(expected: Case) async throws {
        let bodies = MessageLog<String>()
        let transport = LoopbackTransport { request in
            bodies.append(String(decoding: request.body, as: UTF8.self))
            return expected.responses[min(bodies.messages.count, expected.responses.count) - 1]
        }
        let result = try await update(
            Self.api(whoAmI: expected.whoAmI),
            profile(expected.nickname, expected.phone),
            over: transport
        )
        #expect([result.nickname?.text, result.phone?.text] == expected.result)
        #expect(bodies.messages == expected.bodies)
    }

    @Test func `a change by another device since is a conflict, and nothing is sent`() async throws {
        let server = ScriptedServer(.json(200, #"{"nick":"Park","tel":"1"}"#))
        let conflict = ProfileConflict(fields: [.nickname, .phone], stored: try profile("Park", "1"))
        await #expect(throws: UpdateProfileError.conflict(conflict)) {
            try await update(Self.api(), profile("Lee", "2"), over: server.transport)
        }
        #expect(server.requests.map(\.method) == [.get])
    }

    @Test(
        arguments: [
            (
                [.json(200, #"{"nick":"Kim"}"#), .json(500), .json(200, #"{"nick":"Kim"}"#)],
                .remote(.refused(ServerRefusal()))
            ),
            (
                [.json(200, #"{"nick":"Kim"}"#), .json(200, "<html>"), .json(200, #"{"nick":"Kim"}"#)],
                .remote(.refused(ServerRefusal()))
            ),
            // The answer lacks the changed field, which can have either text.
            ([.json(200, #"{"tel":"1"}"#), .json(500), .json(200, #"{"tel":"1"}"#)], .remote(.serverError)),
            ([.json(200, #"{"tel":"1"}"#), .json(200, "<html>"), .json(200, #"{"tel":"1"}"#)], .remote(.undecodable)),
            ([.json(200, #"{"nick":"Kim"}"#), .json(500), .json(503)], .remote(.serverError)),
            ([.json(503)], .remote(.serverError)), ([.json(200, #"{"nick":"Kim"}"#), .json(401)], .tokenRefused),
            ([.json(401)], .tokenRefused),
        ] as [([HTTPResponse], AccountServiceFailure)]
    )
    func `after a lost response the service finds out whether the profile was changed`(
        responses: [HTTPResponse],
        failure: AccountServiceFailure
    ) async throws {
        let count = MessageLog<Void>()
        let transport = LoopbackTransport { _ in
            count.append(())
            return responses[min(count.messages.count, responses.count) - 1]
        }
        await #expect(throws: UpdateProfileError.service(failure)) {
            try await update(Self.api(), profile("Lee"), over: transport)
        }
        #expect(count.messages.count == responses.count)
    }

    @Test func `after a lost response, a change of one of two fields leaves the outcome unknown`() async throws {
        let server = ScriptedServer(
            .json(200, #"{"nick":"Kim","tel":""}"#),
            .json(500),
            .json(200, #"{"nick":"Kim","tel":"1"}"#)
        )
        await #expect(throws: UpdateProfileError.service(.remote(.serverError))) {
            try await update(Self.api(), profile("Lee", "1"), over: server.transport)
        }
        #expect(server.requests.count == 3)
    }

    @Test func `a conflict that appears after a lost response is told`() async throws {
        let answers = [HTTPResponse.json(200, #"{"nick":"Kim"}"#), .json(500), .json(200, #"{"nick":"Park"}"#)]
        let count = MessageLog<Void>()
        let transport = LoopbackTransport { _ in
            count.append(())
            return answers[min(count.messages.count, answers.count) - 1]
        }
        let conflict = ProfileConflict(fields: [.nickname], stored: try profile("Park"))
        await #expect(throws: UpdateProfileError.conflict(conflict)) {
            try await update(Self.api(), profile("Lee"), over: transport)
        }
    }

    @Test func `the fields that can be changed are those of the description, in the order of the profile`() throws {
        #expect(try Self.api().service(ScriptedServer(.json(204)).transport).updatableFields == [.nickname, .phone])
        #expect(
            AccountAPI.s3(at: try HTTPURL("https://example.com")).service(ScriptedServer(.json(204)).transport)
                .updatableFields == []
        )
    }

    @Test(arguments: ProfileUpdatingContract.promises)
    func `the service keeps the promises of a profile with the server in the process`(
        promise: ContractPromise<ProfileUpdatingContract>
    ) async throws {
        try await promise.verify(
            ProfileUpdatingContract {
                let api = try AccountAPI(
                    describedBy: Array(Self.contractDescription.utf8),
                    baseURL: APIDescriptions.base
                )
                let service = api.service(LoopbackTransport(InMemoryAccountServer(api)))
                let registration = Registration(id: .stub("kim"), password: Password("password1"), profile: Profile())
                let authentication = try await service.register(registration).authentication
                return BegunSession(
                    service,
                    Session(try #require(authentication), id: .stub(), startedAt: .stub, isRemembered: true)
                )
            }
        )
    }

    private static let contractDescription = """
        {
            "signUp": {
                "method": "POST", "path": "/up", "body": {"id": "$id", "p": "$password"}, "token": {"json": "t"}
            },
            "updateProfile": {
                "method": "PATCH", "path": "/me", "body": {"nick": "$nickname", "name": "$name"},
                "owner": {"nickname": "nick", "name": "name"}
            },
            "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id", "nickname": "nick", "name": "name"}}
        }
        """
}
