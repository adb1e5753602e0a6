import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

struct LocalAccountServiceTests {
    private struct SUT {
        let service: LocalAccountService
        let accounts: any AccountRepository
        let hasher: PasswordHasherStub
        let log: MessageLog<AccountRepositorySpy.Call>
    }

    private func makeSUT(
        _ stored: [Account] = [],
        storage: StorageError? = nil,
        hashing: PasswordHashingError? = nil
    ) -> SUT {
        let log = MessageLog<AccountRepositorySpy.Call>()
        let accounts: any AccountRepository = InMemoryAccountRepository(stored)
        let hasher = PasswordHasherStub(error: hashing)
        let service = LocalAccountService(
            accounts: AccountRepositorySpy(wrapping: accounts, log: log) { _ throws(StorageError) in
                if let storage { throw storage }
            },
            hasher: hasher,
            dates: .constant(.stub),
            identifiers: .sequential()
        )
        return SUT(service: service, accounts: accounts, hasher: hasher, log: log)
    }

    private static func registration(id: String = "kim", nickname: String = "Kim") -> Registration {
        Registration(id: .stub(id), password: Password("password1"), profile: Profile(nickname: .stub(nickname)))
    }

    // MARK: Registering

    @Test func `a registration becomes an account with a hash of the password`() async throws {
        let sut = makeSUT()
        let answer = try #require(try await sut.service.register(Self.registration(id: "Kim@X.com")).authentication)
        #expect(sut.log.messages == [.insert(.stub("kim@x.com"))])

        let account = try #require(try await sut.accounts.find(.stub("kim@x.com")))
        #expect(account.id.text == "Kim@X.com")
        #expect(account.profile == Profile(nickname: .stub("Kim")))
        #expect(account.passwordHash == PasswordHash("hash of password1"))
        #expect(account.createdAt == .stub)

        #expect(answer.accountID.text == "Kim@X.com")
        #expect(answer.profile == account.profile)
        #expect(account.registrationID == .stub("token-1"))
        #expect(answer.registrationID == account.registrationID)
        #expect(answer.tokens == TokenSet(AccessToken("token-2")))
        #expect(sut.hasher.hashCount == 1)
    }

    @Test(arguments: ["kim@x.com", "KIM@x.com"])
    func `a taken ID is rejected, and its account does not change`(id: String) async throws {
        let account = Account.stub(id: .stub("kim@x.com"), profile: Profile(nickname: .stub("first")))
        let sut = makeSUT([account])

        await #expect(throws: RegistrationError.duplicateAccount) {
            try await sut.service.register(Self.registration(id: id, nickname: "second"))
        }
        #expect(sut.log.messages == [.insert(.stub("kim@x.com"))])
        #expect(try await sut.accounts.find(.stub("kim@x.com")) == account)
        #expect(try await sut.accounts.count() == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func `S1.3 of two simultaneous registrations of one ID, one succeeds`() async throws {
        let gate = Gate()
        let accounts: any AccountRepository = InMemoryAccountRepository()
        let service = LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub { await gate.pass() },
            dates: .constant(.stub),
            identifiers: .sequential()
        )
        let attempts = ["first", "second"].map { nickname in
            Task { try await service.register(Self.registration(nickname: nickname)) }
        }
        // Both registrations run before either is stored, so an earlier check would find the ID free in both.
        await gate.arrival(of: 2)
        await gate.open()

        var winners: [Authentication] = []
        var refusals: [RegistrationError] = []
        for attempt in attempts {
            do {
                winners.append(try #require(try await attempt.value.authentication))
            } catch let error as RegistrationError {
                refusals.append(error)
            }
        }
        #expect(winners.count == 1)
        #expect(refusals == [.duplicateAccount])
        #expect(try await accounts.count() == 1)
        #expect(try await accounts.find(.stub("kim"))?.profile == winners.first?.profile)
    }

    @Test(arguments: [
        (
            PasswordHashingError.unacceptable(.empty),
            RegistrationError.invalidInput([.init(field: .password, issue: .empty)])
        ),
        (
            .unacceptable(.tooManyBytes(maximum: 512, actual: 513)),
            .invalidInput([.init(field: .password, issue: .tooManyBytes(maximum: 512, actual: 513))])
        ),
        (.corruptPasswordHash, .service(.corruptPasswordHash)), (.busy, .service(.busy)),
        (.unavailable, .service(.hashingUnavailable)), (.cancelled, .service(.cancelled)),
    ])
    func `a password that cannot be hashed is not registered`(
        hashing: PasswordHashingError,
        expected: RegistrationError
    ) async {
        let sut = makeSUT(hashing: hashing)

        await #expect(throws: expected) { try await sut.service.register(Self.registration()) }
        #expect(sut.log.messages == [])
    }

    @Test(arguments: StorageError.Store.allCases)
    func `an error of the store during a registration is reported`(store: StorageError.Store) async {
        let sut = makeSUT(storage: .stub(store, .full))

        await #expect(throws: RegistrationError.service(.storage(.stub(store, .full)))) {
            try await sut.service.register(Self.registration())
        }
        #expect(sut.log.messages == [.insert(.stub("kim"))])
    }

    // MARK: Authenticating

    @Test(arguments: ["Kim@X.com", "kim@x.com", "KIM@X.COM"])
    func `any spelling of the ID signs in, and the result has the registered spelling`(id: String) async throws {
        let account = Account.stub(id: .stub("Kim@x.com"), profile: Profile(nickname: .stub("Lee")))
        let sut = makeSUT([account])
        let answer = try await sut.service.authenticate(.stub(id), password: Password("password1")).get()

        #expect(answer.accountID.text == "Kim@x.com")
        #expect(answer.profile == account.profile)
        #expect(answer.tokens == TokenSet(AccessToken("token-1")))
        #expect(answer.registrationID == account.registrationID)
        // The account is read before the comparison and, because a comparison takes time, again after it.
        #expect(sut.log.messages == [.find(.stub("kim@x.com")), .find(.stub("kim@x.com"))])
        #expect(sut.hasher.hashCount == 1)
    }

    @Test(arguments: [
        ("kim", "password2"), ("kim", ""), ("kim", "Password1"), ("kim", "hash of password1"), ("lee", "password1"),
        ("Kim", "password1"),
    ])
    func `an unknown ID and a wrong password give the same error after one hash each`(id: String, password: String)
        async
    {
        let sut = makeSUT([.stub(id: .stub("kim"))])

        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await sut.service.authenticate(.stub(id), password: Password(password))
        }
        #expect(sut.hasher.hashCount == 1)
        #expect(sut.log.messages == [.find(.stub(id))])
    }

    @Test func `each sign-in gets a new token`() async throws {
        let sut = makeSUT([.stub(id: .stub("kim"))])
        let first = try await sut.service.authenticate(.stub("kim"), password: Password("password1")).get()
        let second = try await sut.service.authenticate(.stub("kim"), password: Password("password1")).get()
        #expect([first, second].map(\.tokens.access) == [AccessToken("token-1"), AccessToken("token-2")])
    }

    @Test(
        arguments: [
            (
                PasswordHashingError.unacceptable(.empty),
                AuthenticationError.invalidInput([.init(field: .password, issue: .empty)])
            ),
            (.corruptPasswordHash, .service(.corruptPasswordHash)), (.busy, .service(.busy)),
            (.unavailable, .service(.hashingUnavailable)), (.cancelled, .service(.cancelled)),
        ],
        ["kim", "lee"]
    )
    func `a failing hasher gives the same error for known and unknown IDs`(
        errors: (hashing: PasswordHashingError, expected: AuthenticationError),
        id: String
    ) async {
        let sut = makeSUT([.stub(id: .stub("kim"))], hashing: errors.hashing)

        await #expect(throws: errors.expected) {
            try await sut.service.authenticate(.stub(id), password: Password("password1"))
        }
        #expect(sut.hasher.hashCount == 1)
    }

    @Test func `with an unreadable store, sign-in fails before the password is hashed`() async {
        let sut = makeSUT([.stub(id: .stub("kim"))], storage: .stub(.accounts, .corrupt))

        await #expect(throws: AuthenticationError.service(.storage(.stub(.accounts, .corrupt)))) {
            try await sut.service.authenticate(.stub("kim"), password: Password("password1"))
        }
        #expect(sut.log.messages == [.find(.stub("kim"))])
        #expect(sut.hasher.hashCount == 0)
    }

    // MARK: Deleting

    @Test func `a deletion deletes only its account, and can be repeated`() async throws {
        let sut = makeSUT([.stub(id: .stub("kim")), .stub(id: .stub("lee"))])
        try await sut.service.deleteAccount(of: .stub(accountID: .stub("kim")))
        try await sut.service.deleteAccount(of: .stub(accountID: .stub("kim")))

        #expect(sut.log.messages == [.find(.stub("kim")), .delete(.stub("kim")), .find(.stub("kim"))])
        #expect(try await sut.accounts.find(.stub("kim")) == nil)
        #expect(try await sut.accounts.find(.stub("lee")) != nil)
    }

    @Test(
        arguments: [("registration-1", true), ("registration-2", false), (nil, false)] as [(String?, Bool)],
        [-3_600, 0, 3_600] as [TimeInterval]
    )
    func `a session belongs to one registration, whatever the clock said, and to no later account`(
        registration: (text: String?, isRecognized: Bool),
        seconds: TimeInterval
    ) async throws {
        let isRecognized = registration.isRecognized
        let session = Session.stub(
            accountID: .stub("kim"),
            registrationID: registration.text.map { .stub($0) },
            startedAt: .stub + seconds
        )
        let sut = makeSUT([.stub(id: .stub("kim"))])

        #expect(try await sut.service.recognizes(session) == isRecognized)
        try await sut.service.deleteAccount(of: session)
        #expect(try await sut.accounts.count() == (isRecognized ? 0 : 1))
        #expect(try await sut.service.recognizes(session) == false)
    }

    @Test func `a session of an earlier owner does not change the password of the next account`() async throws {
        let sut = makeSUT([.stub(id: .stub("kim"), registrationID: .stub("second"))])
        let (old, new) = (Password("password1"), Password("password2"))
        for registration in [RegistrationID.stub("first"), nil] {
            let session = Session.stub(accountID: .stub("kim"), registrationID: registration)
            await #expect(throws: AuthenticationError.invalidCredentials) {
                try await sut.service.changePassword(of: session, from: old, to: new)
            }
        }
        let session = Session.stub(accountID: .stub("kim"), registrationID: .stub("second"))
        let changed = try await sut.service.changePassword(of: session, from: old, to: new)
        #expect(changed.registrationID == .stub("second"))
    }

    @Test func `an error of the store during a deletion is reported`() async {
        let sut = makeSUT([.stub(id: .stub("kim"))], storage: .stub(.accounts, .readOnly))

        await #expect(throws: AccountServiceFailure.storage(.stub(.accounts, .readOnly))) {
            try await sut.service.deleteAccount(of: .stub(accountID: .stub("kim")))
        }
        await #expect(throws: AccountServiceFailure.storage(.stub(.accounts, .readOnly))) {
            try await sut.service.recognizes(.stub(accountID: .stub("kim")))
        }
    }
}
