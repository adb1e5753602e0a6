import AccountFlowTesting
import Domain
import Foundation
import Networking
import Testing

/// The servers that `make test-servers` has started, by the beginning of the name of a description.
private let servers: [String: String] = {
    let pairs = ProcessInfo.processInfo.environment["TEST_SERVERS"]?.split(separator: " ") ?? []
    return Dictionary(
        uniqueKeysWithValues: pairs.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    )
}()

/// Tests of the ready-made descriptions against the real servers, which `make test-servers` starts.
// One after the other: SQLite lets one request write at a time.
@Suite(.serialized, .enabled(if: !servers.isEmpty, "make test-servers starts the servers"))
struct RealServerTests {
    private static let names = [
        "djoser-token", "djoser-jwt", "fastapi-users-bearer", "fastapi-users-cookie", "flask-jwt-extended",
    ]

    private func contract(_ name: String, language: String? = nil) throws -> DescriptionContract {
        let url = try #require(servers.first { name.hasPrefix($0.key) }?.value)
        let transport = try SystemTransport.make()
        let service = RemoteAccountService(
            api: try ReadyMadeDescriptions.api(name, at: HTTPURL(url)),
            transport: transport,
            language: { language }
        )
        // Djoser has one token for each account, which does not expire.
        guard name != "djoser-token" else { return DescriptionContract(service: service, endsOneSession: false) }
        let expiry = try HTTPRequest(.post, HTTPURL(HTTPURL(url).origin + "/-/expire"))
        return DescriptionContract(
            service: service,
            expireTokens: {
                let response = try await transport.send(expiry)
                #expect(response.status == .noContent)
            }
        )
    }

    @Test(arguments: names)
    func `a real server passes the contract of descriptions`(name: String) async throws {
        try await contract(name).check()
    }

    @Test(
        arguments: names.filter { !$0.hasPrefix("flask") },
        PasswordResettingContract.promises
    )
    func `a real server keeps the promises of a password reset, with the link of its message`(
        name: String,
        promise: ContractPromise<PasswordResettingContract>
    ) async throws {
        let folder = try #require(ProcessInfo.processInfo.environment["TEST_MAILS"])
        let contract = try contract(name)
        let (service, id) = (contract.service, contract.id)
        try await promise.verify(
            PasswordResettingContract {
                let password = Password("korrekt-pferd-1")
                let profile = Profile(email: try EmailAddress(id.text))
                _ = try await service.register(Registration(id: id, password: password, profile: profile))
                return ForgottenPassword(service, id, password: password) {
                    try await service.requestPasswordReset(for: id)
                    return try Self.code(in: String(contentsOfFile: folder + "/" + id.text, encoding: .utf8))
                }
            }
        )
    }

    @Test(
        arguments: names.filter { !$0.hasPrefix("flask") },
        ProfileUpdatingContract.promises
    )
    func `a real server keeps the promises of a profile`(
        name: String,
        promise: ContractPromise<ProfileUpdatingContract>
    ) async throws {
        let url = try HTTPURL(try #require(servers.first { name.hasPrefix($0.key) }?.value))
        let service = RemoteAccountService(
            api: try AccountAPI(describedBy: Array(ReadyMadeDescriptions.withNames(name).utf8), baseURL: url),
            transport: try SystemTransport.make()
        )
        try await promise.verify(
            ProfileUpdatingContract {
                BegunSession(service, try await DescriptionContract(service: service).signUp())
            }
        )
    }

    @Test(arguments: names.filter { $0.hasPrefix("fastapi") })
    func `a real server confirms an address with the link of its message, once`(name: String) async throws {
        let folder = try #require(ProcessInfo.processInfo.environment["TEST_MAILS"])
        let contract = try contract(name)
        let (service, id) = (contract.service, contract.id)
        let registration = Registration(id: id, password: Password("korrekt-pferd-1"), profile: Profile())
        _ = try await service.register(registration)
        let authentication = try await service.authenticate(id, password: registration.password).get()
        let session = Session.stub(
            accountID: id,
            tokens: authentication.tokens,
            serverKey: authentication.serverKey
        )
        #expect(try await !service.owner(of: session).isAddressConfirmed)
        let begun = try #require(service.addressConfirmation(of: id, ChallengeID("1"), at: nil, sentAt: .now))
        let challenge = try await service.resend(begun)
        await #expect(throws: ChallengeError.wrong(attemptsLeft: nil)) {
            try await service.answer(challenge, with: AccountConfirmation(code: "wrong"))
        }
        let code = try Self.code(in: String(contentsOfFile: folder + "/" + id.text, encoding: .utf8), "verify")
        #expect(try await service.answer(challenge, with: code) == .confirmed)
        #expect(try await service.owner(of: session).isAddressConfirmed)
        await #expect(throws: ChallengeError.used) { try await service.answer(challenge, with: code) }
    }

    @Test(arguments: names.filter { $0.hasPrefix("djoser") })
    func `a real server activates an account with the link of its message, before it can sign in`(
        name: String
    ) async throws {
        let url = try HTTPURL(try #require(servers["activation-djoser"]))
        let folder = try #require(ProcessInfo.processInfo.environment["TEST_MAILS"])
        let service = RemoteAccountService(
            api: try AccountAPI(describedBy: Array(ReadyMadeDescriptions.withActivation(name).utf8), baseURL: url),
            transport: try SystemTransport.make()
        )
        let id = DescriptionContract(service: service).id
        let password = Password("korrekt-pferd-1")
        let profile = Profile(email: try EmailAddress(id.text))
        let outcome = try await service.register(Registration(id: id, password: password, profile: profile))
        guard case .challenge(let challenge) = outcome else {
            Issue.record("the sign-up has no step: \(outcome)")
            return
        }
        #expect(challenge.kind == .link(destination: nil))
        #expect(challenge.purpose == .addressConfirmation)
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(id, password: password)
        }

        let message = folder + "/" + id.text
        let first = try Self.code(in: String(contentsOfFile: message, encoding: .utf8), "activate")
        for wrong in [
            AccountConfirmation(code: "wrong", uid: first.uid), AccountConfirmation(code: first.code, uid: "?"),
        ] {
            await #expect(throws: ChallengeError.wrong(attemptsLeft: nil)) {
                try await service.answer(challenge, with: wrong)
            }
        }
        try FileManager.default.removeItem(atPath: message)
        let sent = try await service.resend(challenge)
        let link = try Self.code(in: String(contentsOfFile: message, encoding: .utf8), "activate")
        #expect(try await service.answer(sent, with: link) == .confirmed)
        await #expect(throws: ChallengeError.used) { try await service.answer(sent, with: link) }
        #expect(try await service.authenticate(id, password: password).get().accountID == id)
    }

    @Test(arguments: names.filter { $0.hasPrefix("djoser") })
    func `a real server sends its messages to the e-mail address of a user with a name`(name: String) async throws {
        let url = try HTTPURL(try #require(servers["activation-djoser"]))
        let folder = try #require(ProcessInfo.processInfo.environment["TEST_MAILS"])
        let service = RemoteAccountService(
            api: try AccountAPI(describedBy: Array(ReadyMadeDescriptions.withActivation(name).utf8), baseURL: url),
            transport: try SystemTransport.make()
        )
        let address = DescriptionContract(service: service).id
        let id = AccountID.stub(String(address.text.prefix { $0 != "@" }))
        let (message, old) = (folder + "/" + address.text, Password("korrekt-pferd-1"))
        let profile = Profile(email: try EmailAddress(address.text))
        let outcome = try await service.register(Registration(id: id, password: old, profile: profile))
        guard case .challenge(let challenge) = outcome else {
            Issue.record("the sign-up has no step: \(outcome)")
            return
        }
        try FileManager.default.removeItem(atPath: message)
        let sent = try await service.resend(challenge)
        let link = try Self.code(in: String(contentsOfFile: message, encoding: .utf8), "activate")
        #expect(try await service.answer(sent, with: link) == .confirmed)

        #expect(service.resetField == .email)
        try await service.requestPasswordReset(for: address)
        let code = try Self.code(in: String(contentsOfFile: message, encoding: .utf8))
        let new = Password("neues-pferd-22")
        #expect(try await service.confirmPasswordReset(of: address, with: code, to: new) == nil)
        #expect(try await service.authenticate(id, password: new).get().accountID == id)
    }

    /// Returns the code in the only link of a message that has one.
    private static func code(in message: String, _ name: String = "reset") throws -> AccountConfirmation {
        let links = message.split(whereSeparator: \.isWhitespace).filter { $0.contains("://") && $0.contains(name) }
        return AccountConfirmation(typed: String(try #require(links.first)))
    }

    @Test(arguments: names.filter { $0.hasPrefix("djoser") })
    func `a taken ID is recognized in another language`(name: String) async throws {
        try await contract(name, language: "ko").signUp()
    }

    @Test(arguments: names)
    func `a rejected password has the messages of the server in the user's language`(name: String) async throws {
        for (language, isTranslated) in [("en", false), ("ko", name.hasPrefix("djoser"))] {
            let contract = try contract(name, language: language)
            let registration = Registration(id: contract.id, password: Password("1"), profile: Profile())
            let error = await #expect(throws: RegistrationError.self) {
                try await contract.service.register(registration)
            }
            guard case .service(.remote(.refused(let refusal))) = error else {
                Issue.record("the password is not refused")
                continue
            }
            #expect(refusal.fields == [.password])
            #expect(!refusal.texts.isEmpty)
            #expect(refusal.texts.joined().utf8.contains { $0 > 0x7F } == isTranslated, "\(refusal.texts)")
        }
    }
}
