import AccountFlowTesting
import Domain
import Testing

/// Tests of accounts on one device, with the real use cases and the real local service.
struct LocalAccountLifeTests {
    private let device = Device()

    @Test func `S1.5 the profile fields of the form are registered with the account`() async throws {
        var form = AccountForm.signUp(nickname: "Lee")
        form[.name] = "이순신"
        form[.email] = "lee@example.com"
        form[.phone] = "010-1234-5678"
        let session = try #require(try await device.signUp(form).session)

        let profile = Profile(
            nickname: .stub("Lee"),
            name: try PersonName("이순신"),
            email: try EmailAddress("lee@example.com"),
            phone: try PhoneNumber("010-1234-5678")
        )
        #expect(session.profile == profile)
        #expect(try await device.accounts.find(.stub())?.profile == profile)
    }

    @Test func `S1.3 sign-up rejects a taken ID in any spelling, and the stored session remains`() async throws {
        let session = try #require(try await device.signUp(.signUp()).session)

        await #expect(throws: SignUpError.duplicateAccount) {
            try await device.signUp(.signUp(id: "ABCDEF@gmail.com", nickname: "Lee"))
        }
        #expect(await device.restore() == .restored(session))
        #expect(try await device.list().accounts.map(\.profile) == [Profile(nickname: .stub("Kim"))])
    }

    @Test func `S1.9 sign-out ends the session, and the account remains`() async throws {
        _ = try await device.signUp(.signUp())

        #expect(await device.signOut() == .complete)
        #expect(await device.restore() == .none)
        #expect(try await device.list().accounts.map(\.id) == [.stub()])
        #expect(try await device.signIn(.signIn()).get().session.accountID == .stub())
    }

    @Test func `S1.10 a deletion removes account, session and consents, and frees the ID`() async throws {
        let session = try #require(try await device.signUp(.signUp()).session)
        try await device.agree(to: [.stub()], by: session)

        try await device.deleteAccount(session)
        #expect(await device.restore() == .none)
        #expect(try await device.list().accounts == [])
        #expect(try await device.consents.all() == [])
        await #expect(throws: SignInError.invalidCredentials) { try await device.signIn(.signIn()) }

        let second = try #require(try await device.signUp(.signUp(password: "password2", nickname: "Lee")).session)
        #expect(second.profile == Profile(nickname: .stub("Lee")))
        await #expect(throws: SignInError.invalidCredentials) { try await device.signIn(.signIn()) }
    }

    @Test func `S1.10 the deletion of one account does not change the others`() async throws {
        let kim = try #require(try await device.signUp(.signUp(id: "kim@x.com")).session)
        try await device.agree(to: [.stub()], by: kim)
        let lee = try #require(try await device.signUp(.signUp(id: "lee@x.com")).session)
        try await device.agree(to: [.stub()], by: lee)

        try await device.deleteAccount(lee)
        #expect(try await device.list().accounts.map(\.id) == [.stub("kim@x.com")])
        #expect(try await device.consents.all().map(\.accountID) == [.stub("kim@x.com")])
    }

    @Test func `S2.1 any of several accounts signs in, each with its own password`() async throws {
        let names = ["kim", "lee", "park"]
        for name in names {
            _ = try await device.signUp(.signUp(id: name + "@x.com", password: "of " + name, nickname: name))
        }

        for name in names {
            let session = try await device.signIn(.signIn(id: name + "@x.com", password: "of " + name)).get().session
            #expect(session.profile == Profile(nickname: .stub(name)))
            #expect(await device.restore() == .restored(session))
        }
        await #expect(throws: SignInError.invalidCredentials) {
            try await device.signIn(.signIn(id: "kim@x.com", password: "of lee"))
        }
        #expect(try await device.list().accounts.map(\.id.text) == ["kim@x.com", "lee@x.com", "park@x.com"])
    }
}
