import AccountFlowTesting
import Domain
import Testing

struct SignUpTests {
    private static let answer = Authentication.stub(
        accountID: .stub("Abcdef@gmail.com"),
        profile: Profile(nickname: .stub("Lee")),
        token: AccessToken("fresh")
    )

    private func makeSUT(
        fields: [AccountField] = [.id, .password, .confirmation, .nickname],
        register: Result<RegistrationOutcome, RegistrationError> = .success(.authenticated(answer)),
        hidesAccountExistence: Bool = false,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> (sut: SignUp, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        let sut = SignUp(
            validator: FormValidatorStub(fields: fields),
            service: AccountServiceSpy(log: log, register: register, beforeAnswering: beforeAnswering),
            sessions: .stub(SessionRepositorySpy(log: log)),
            hidesAccountExistence: hidesAccountExistence
        )
        return (sut, log)
    }

    @Test func `S1.7 sign-up registers the account, then starts a remembered session`() async throws {
        let (sut, log) = makeSUT()
        let session = try #require(try await sut(.signUp()).session)

        #expect(session == Session(Self.answer, id: .stub(), startedAt: .stub, isRemembered: true))
        #expect(session.accountID.text == "Abcdef@gmail.com")
        #expect(
            log.messages == [
                .loadSessions, .register(.stub()), .recognize(.stub("Abcdef@gmail.com")),
                .changeSessions(StoredSessions(session)), .recognize(.stub("Abcdef@gmail.com")),
            ]
        )
    }

    @Test(arguments: [
        Result<RegistrationOutcome, RegistrationError>.success(.authenticated(answer)),
        .failure(.duplicateAccount), .success(.signInRequired),
    ])
    func `C7 if taken IDs are hidden, a free ID and a taken one have the same result`(
        register: Result<RegistrationOutcome, RegistrationError>
    ) async throws {
        let (sut, log) = makeSUT(register: register, hidesAccountExistence: true)

        #expect(try await sut(.signUp()) == .outcomeHidden)
        #expect(log.messages == [.loadSessions, .register(.stub())])
    }

    @Test func `C7 errors that reveal nothing about the ID are reported even if taken IDs are hidden`() async {
        let (sut, _) = makeSUT(register: .failure(.service(.busy)), hidesAccountExistence: true)
        await #expect(throws: SignUpError.service(.busy)) { try await sut(.signUp()) }
        await #expect(throws: SignUpError.invalidInput([FieldIssue(field: .id, issue: .empty)])) {
            try await sut(.signUp(id: ""))
        }
    }

    @Test(arguments: [
        (AccountForm.signUp(id: ""), [FieldIssue(field: .id, issue: .empty)]),
        (.signUp(confirmation: "other"), [FieldIssue(field: .confirmation, issue: .mismatch(with: .password))]),
        (.signUp(nickname: ""), [FieldIssue(field: .nickname, issue: .empty)]),
        (
            AccountForm(),
            [
                FieldIssue(field: .id, issue: .empty), FieldIssue(field: .password, issue: .empty),
                FieldIssue(field: .confirmation, issue: .empty), FieldIssue(field: .nickname, issue: .empty),
            ]
        ),
    ])
    func `an invalid form reaches no port`(form: AccountForm, issues: [FieldIssue]) async {
        let (sut, log) = makeSUT()

        await #expect(throws: SignUpError.invalidInput(issues)) { try await sut(form) }
        #expect(log.messages == [])
    }

    @Test(arguments: [
        (AccountField.id, String(repeating: "x", count: 255), ValidationIssue.tooManyBytes(maximum: 254, actual: 255)),
        (.id, "a\0b", .containsControlCharacter(at: 1)),
        (.nickname, "Kim\n", .containsControlCharacter(at: 3)),
        (.name, "\t", .containsControlCharacter(at: 0)),
        (.email, "nowhere", .notAnEmailAddress(.shape)),
        (.phone, String(repeating: "1", count: 65), .tooManyBytes(maximum: 64, actual: 65)),
    ])
    func `a text that is not a value of its type is rejected, even if the policy accepts it`(
        field: AccountField,
        text: String,
        issue: ValidationIssue
    ) async {
        let (sut, log) = makeSUT()
        var form = AccountForm.signUp()
        form[field] = text

        await #expect(throws: SignUpError.invalidInput([FieldIssue(field: field, issue: issue)])) {
            try await sut(form)
        }
        #expect(log.messages == [])
    }

    @Test(
        arguments: [AccountField.id, .nickname, .name, .phone],
        [
            "\u{202E}", "\u{202A}", "\u{2066}", "\u{2069}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{200E}", "\u{FEFF}",
            "\u{AD}", "\u{E0041}", "\u{2065}", "\u{E0080}", "\u{34F}", "\u{3164}", "\u{115F}", "\u{FFA0}", "\u{17B4}",
            "\u{180B}", "\u{FFF9}", "\u{600}", "\u{2800}", "\u{FFFF}", "\u{1FFFE}", "\u{10FFFF}", "\u{E000}",
            "\u{F8FF}",
        ]
    )
    func `a text with an invisible character that no name needs is rejected`(field: AccountField, text: String) async {
        let (sut, log) = makeSUT()
        var form = AccountForm.signUp()
        form[field] = "ab" + text + "c@d"
        let issue = FieldIssue(field: field, issue: .containsControlCharacter(at: 2))
        await #expect(throws: SignUpError.invalidInput([issue])) { try await sut(form) }
        #expect(log.messages == [])
    }

    @Test(arguments: ["\u{A0}", "\u{1680}", "\u{2003}", "\u{202F}", "\u{205F}", "\u{3000}"])
    func `only a name may have a space that looks like another one`(space: String) async throws {
        let text = "ab" + space + "c"
        for field in [AccountField.nickname, .name] {
            var form = AccountForm.signUp()
            form[field] = text
            _ = try await makeSUT().sut(form)
        }
        let issue = FieldIssue(field: .id, issue: .containsControlCharacter(at: 2))
        await #expect(throws: SignUpError.invalidInput([issue])) { try await makeSUT().sut(.signUp(id: text)) }
        _ = try await makeSUT().sut(.signUp(id: "ab c"))
    }

    @Test(arguments: ["\u{645}\u{6CC}\u{200C}\u{62E}", "👩‍👩‍👧‍👦", "❤️", "🇰🇷", "José", "김철수", "홍 길동", "a\u{300}"])
    func `a name may have joiners and marks, and an ID no joiners`(name: String) async throws {
        for field in [AccountField.nickname, .name] {
            var form = AccountForm.signUp()
            form[field] = name
            _ = try await makeSUT().sut(form)
        }
        let joiner = name.unicodeScalars.firstIndex { $0 == "\u{200C}" || $0 == "\u{200D}" }
        guard let joiner else { return }
        let place = name.unicodeScalars.distance(from: name.startIndex, to: joiner)
        let issue = FieldIssue(field: .id, issue: .containsControlCharacter(at: place))
        await #expect(throws: SignUpError.invalidInput([issue])) { try await makeSUT().sut(.signUp(id: name)) }
    }

    @Test func `an empty ID is rejected, even if the policy does not require one`() async {
        let (sut, log) = makeSUT(fields: [])

        await #expect(throws: SignUpError.invalidInput([FieldIssue(field: .id, issue: .empty)])) {
            try await sut(AccountForm())
        }
        #expect(log.messages == [])
    }

    @Test(
        arguments: [
            (RegistrationError.duplicateAccount, SignUpError.duplicateAccount),
            (
                .invalidInput([FieldIssue(field: .password, issue: .empty)]),
                .invalidInput([FieldIssue(field: .password, issue: .empty)])
            ),
            (.service(.storage(.stub(.accounts, .busy))), .service(.storage(.stub(.accounts, .busy)))),
            (.service(.corruptPasswordHash), .service(.corruptPasswordHash)),
            (.service(.busy), .service(.busy)),
            (.service(.hashingUnavailable), .service(.hashingUnavailable)),
            (.service(.cancelled), .service(.cancelled)),
        ],
        [true, false]
    )
    func `an error of the service starts no session`(
        errors: (service: RegistrationError, expected: SignUpError),
        remember: Bool
    ) async {
        let (sut, log) = makeSUT(register: .failure(errors.service))

        await #expect(throws: errors.expected) { try await sut(.signUp(), remember: remember) }
        #expect(log.messages == [.loadSessions, .register(.stub())])
    }

    @Test(.timeLimit(.minutes(5)), arguments: [true, false])
    func `a sign-up that is cancelled while the service answers stores no session`(remember: Bool) async throws {
        let gate = Gate()
        let (sut, log) = makeSUT { await gate.pass() }
        let task = Task { try await sut(.signUp(), remember: remember) }
        await gate.open { task.cancel() }

        #expect(try await task.value == .signInCancelled)
        #expect(log.messages == [.loadSessions, .register(.stub())])
    }

    @Test(.timeLimit(.minutes(5)))
    func `a rejected sign-up that was also cancelled reports the rejection`() async {
        let gate = Gate()
        let (sut, log) = makeSUT(register: .failure(.duplicateAccount)) { await gate.pass() }
        let task = Task { try await sut(.signUp()) }
        await gate.open { task.cancel() }

        await #expect(throws: SignUpError.duplicateAccount) { try await task.value }
        #expect(log.messages == [.loadSessions, .register(.stub())])
    }

    @Test func `a service that starts no session at sign-up leaves the user to sign in`() async throws {
        let (sut, log) = makeSUT(register: .success(.signInRequired))
        #expect(try await sut(.signUp()) == .signInRequired)
        #expect(log.messages == [.loadSessions, .register(.stub())])
    }
}
