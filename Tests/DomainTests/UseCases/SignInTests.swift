import AccountFlowTesting
import Domain
import Foundation
import Testing

struct SignInTests {
    private static let answer = Authentication(
        accountID: .stub("Abcdef@gmail.com"),
        profile: Profile(nickname: .stub("Lee")),
        tokens: TokenSet(AccessToken("fresh"), accessExpiresAt: .stub + 3_600)
    )

    private func makeSUT(
        fields: [AccountField] = [.id, .password],
        authenticate: Result<AuthenticationOutcome, AuthenticationError> = .success(.authenticated(answer)),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> (sut: SignIn, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        let sut = SignIn(
            validator: FormValidatorStub(fields: fields),
            service: AccountServiceSpy(log: log, authenticate: authenticate, beforeAnswering: beforeAnswering),
            sessions: .stub(SessionRepositorySpy(log: log))
        )
        return (sut, log)
    }

    @Test func `sign-in calls the service, then starts a remembered session`() async throws {
        let (sut, log) = makeSUT()
        let session = try await sut(.signIn()).get().session

        #expect(session == Session(Self.answer, id: .stub(), startedAt: .stub, isRemembered: true))
        #expect(session.accountID.text == "Abcdef@gmail.com")
        #expect(session.tokens.accessExpiresAt == .stub + 3_600)
        #expect(
            log.messages == [
                .loadSessions, .authenticate(.stub()), .recognize(.stub("Abcdef@gmail.com")),
                .changeSessions(StoredSessions(session)), .recognize(.stub("Abcdef@gmail.com")),
            ]
        )
    }

    @Test(arguments: [
        (AccountForm.signIn(id: ""), [FieldIssue(field: .id, issue: .empty)]),
        (.signIn(password: ""), [FieldIssue(field: .password, issue: .empty)]),
        (AccountForm(), [FieldIssue(field: .id, issue: .empty), FieldIssue(field: .password, issue: .empty)]),
    ])
    func `an invalid form reaches no port`(form: AccountForm, issues: [FieldIssue]) async {
        let (sut, log) = makeSUT()

        await #expect(throws: SignInError.invalidInput(issues)) { try await sut(form) }
        #expect(log.messages == [])
    }

    @Test(arguments: [
        ("", ValidationIssue.empty), ("a\nb", .containsControlCharacter(at: 1)),
        (String(repeating: "x", count: 255), .tooManyBytes(maximum: 254, actual: 255)),
    ])
    func `a text that is not an ID is rejected, even if the policy accepts it`(id: String, issue: ValidationIssue) async
    {
        let (sut, log) = makeSUT(fields: [])

        await #expect(throws: SignInError.invalidInput([FieldIssue(field: .id, issue: issue)])) {
            try await sut(.signIn(id: id))
        }
        #expect(log.messages == [])
    }

    @Test func `fields that sign-in does not use are ignored`() async throws {
        let (sut, log) = makeSUT()
        var form = AccountForm.signIn()
        form[.email] = "nowhere"
        form[.nickname] = "\n"

        let session = try await sut(form).get().session
        #expect(
            log.messages == [
                .loadSessions, .authenticate(.stub()), .recognize(.stub("Abcdef@gmail.com")),
                .changeSessions(StoredSessions(session)), .recognize(.stub("Abcdef@gmail.com")),
            ]
        )
    }

    @Test(
        arguments: [
            (AuthenticationError.invalidCredentials, SignInError.invalidCredentials),
            (
                .invalidInput([FieldIssue(field: .password, issue: .empty)]),
                .invalidInput([FieldIssue(field: .password, issue: .empty)])
            ),
            (.service(.storage(.stub(.accounts, .corrupt))), .service(.storage(.stub(.accounts, .corrupt)))),
            (.service(.corruptPasswordHash), .service(.corruptPasswordHash)),
            (.service(.busy), .service(.busy)),
            (.service(.hashingUnavailable), .service(.hashingUnavailable)),
            (.service(.cancelled), .service(.cancelled)),
        ],
        [true, false]
    )
    func `an error of the service leaves the stored session unchanged`(
        errors: (service: AuthenticationError, expected: SignInError),
        remember: Bool
    ) async {
        let (sut, log) = makeSUT(authenticate: .failure(errors.service))

        await #expect(throws: errors.expected) { try await sut(.signIn(), remember: remember) }
        #expect(log.messages == [.loadSessions, .authenticate(.stub())])
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func `a sign-in that is cancelled while the service answers starts no session`(remember: Bool) async {
        let gate = Gate()
        let (sut, log) = makeSUT { await gate.pass() }
        let task = Task { try await sut(.signIn(), remember: remember) }
        await gate.open { task.cancel() }

        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(log.messages == [.loadSessions, .authenticate(.stub())])
    }
}
