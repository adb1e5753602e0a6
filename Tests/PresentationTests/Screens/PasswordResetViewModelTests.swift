import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PasswordResetViewModelTests {
    private let outcomes = Outcomes()
    private let clock = ManualClock()
    private let operations = InMemoryPendingOperationRepository()
    private let server = ResetService()

    private func makeSUT(link: AccountConfirmation? = nil, session: CurrentSession? = nil) -> PasswordResetViewModel {
        let signUp = FormValidatorStub(fields: [.id, .password, .confirmation, .email], limit: 9)
        return PasswordResetViewModel(
            link: link,
            signInValidator: FormValidatorStub(fields: [.id, .password]),
            signUpValidator: signUp,
            useCases: PasswordResetUseCases(
                validator: signUp,
                service: server,
                operations: operations,
                sessions: session ?? .stub(InMemorySessionRepository()),
                dates: clock.dates,
                identifiers: .sequential()
            ),
            in: ScreenContext(time: ScreenTiming(clock: clock, dates: clock.dates)) { [outcomes] in
                outcomes.all.append($0)
            }
        )
    }

    private func request(_ sut: PasswordResetViewModel) async {
        sut.edit(.id, "abcdef@gmail.com")
        await sut.submit()
    }

    private func type(_ code: String, _ password: String = "password2", in sut: PasswordResetViewModel) {
        sut.edit(.code, code)
        sut.edit(.password, password)
        sut.edit(.confirmation, password)
    }

    /// Waits until the countdown sleeps, which is the only sleeper between submissions.
    private func countdown() async {
        while clock.sleeperCount == 0 { await Task.yield() }
    }

    @Test func `a server that knows users by their e-mail addresses is asked for one of them`() async {
        server.set { $0.field = .email }
        let sut = makeSUT()
        #expect(sut.state.value.form.fields == [.email])
        sut.edit(.email, "kim@x.com")
        await sut.submit()
        #expect(server.calls.messages == [.request(.stub("kim@x.com"))])
        #expect(sut.state.value.accountID == .stub("kim@x.com"))
        sut.askForID()
        #expect(sut.state.value.form.form[.email] == "kim@x.com")
        sut.enterCode()
        #expect(sut.state.value.form.fields == [.email, .code, .password, .confirmation])
    }

    @Test func `the screen asks for the ID, sends a message, sets the password, and leads to Sign-in`() async {
        let sut = makeSUT()
        #expect(sut.state.value.stage == .askingID)
        #expect(sut.state.value.form.fields == [.id])
        #expect(!sut.state.value.canSubmit)
        await request(sut)
        #expect(sut.state.value.stage == .sent(resendAt: clock.dates.now + 60))
        #expect(sut.state.value.form.fields == [.code, .password, .confirmation])
        #expect(sut.state.value.form.form == AccountForm())

        type("123 456", in: sut)
        await sut.submit()
        #expect(sut.state.value.stage == .done)
        #expect(!sut.state.value.canSubmit)
        #expect(server.calls.messages == [.request(.stub()), .confirm(.stub(), "123456", uid: nil, "password2")])
        #expect(outcomes.all == [])
        sut.signIn()
        #expect(outcomes.all == [.signIn])
    }

    @Test func `a code is shown while it is typed, and never printed`() async {
        let sut = makeSUT()
        await request(sut)
        type("one-time", in: sut)
        #expect(!sut.state.value.form.isObscured(.code))
        #expect(sut.state.value.form.isObscured(.password))
        var text = ""
        dump(sut.state.value, to: &text)
        #expect(!text.contains("one-time"))
        sut.reveal(.code, false)
        #expect(sut.state.value.form.isObscured(.code))
    }

    @Test func `another message can be requested after a minute, and keeps what was typed`() async {
        let sut = makeSUT()
        await request(sut)
        for field in sut.state.value.form.fields { sut.focus(field) }
        sut.focus(nil)
        #expect(sut.state.value.form.fields.allSatisfy { sut.state.value.form[$0] == .untouched })
        type("1", in: sut)
        #expect(sut.state.value.resendWait == .seconds(60))
        #expect(!sut.state.value.canResend)
        await sut.resend()
        await countdown()
        clock.advance(by: .seconds(59))
        #expect(await sut.state.first { $0.resendWait != .seconds(60) }.resendWait == .seconds(1))
        await countdown()
        clock.advance(by: .seconds(1))
        #expect(await sut.state.first { $0.resendWait == nil }.canResend)
        await sut.resend()
        #expect(server.calls.messages == [.request(.stub()), .request(.stub())])
        #expect(sut.state.value.form.form[.code] == "1")
        #expect(sut.state.value.resendWait == .seconds(60))
    }

    @Test func `after a relaunch, the screen goes on with the last request`() async {
        await request(makeSUT())
        clock.advance(by: .seconds(50))
        let sut = makeSUT()
        await sut.appear()
        #expect(sut.state.value.stage == .sent(resendAt: clock.dates.now + 10))
        #expect(sut.state.value.accountID == .stub())
        sut.askForID()
        #expect(sut.state.value.form.form[.id] == "abcdef@gmail.com")
        // The user wants another account.
        await sut.appear()
        #expect(sut.state.value.stage == .askingID)
    }

    @Test func `a code that the user has already is for the ID that is typed, not for an earlier one`() async {
        let sut = makeSUT()
        await request(sut)
        sut.askForID()
        sut.enterCode()
        #expect(sut.state.value.accountID == nil)
        sut.edit(.id, "lee@x.com")
        type("123456", in: sut)
        await sut.submit()
        #expect(server.calls.messages.last == .confirm(.stub("lee@x.com"), "123456", uid: nil, "password2"))
    }

    @Test func `a clock that was ahead at the request locks no further message`() async {
        await request(makeSUT())
        clock.date -= 3_600
        let sut = makeSUT()
        await sut.appear()
        #expect(sut.state.value.accountID == .stub())
        #expect(sut.state.value.resendWait == nil && sut.state.value.canResend)
        await sut.resend()
        #expect(server.calls.messages == [.request(.stub()), .request(.stub())])
        #expect(sut.state.value.resendWait == .seconds(60))
    }

    @Test(arguments: [
        (AccountConfirmation(code: "c", uid: "MQ"), [AccountField.code, .password, .confirmation], "c"),
        (AccountConfirmation(code: "c"), [.code, .password, .confirmation], "c"),
        (nil, [.id, .code, .password, .confirmation], ""),
    ])
    func `a link fills in the code, and a user with a code types the ID`(
        link: AccountConfirmation?,
        fields: [AccountField],
        code: String
    ) async {
        let sut = makeSUT(link: link)
        if link == nil { sut.enterCode() }
        #expect(sut.state.value.stage == .enteringCode)
        #expect(sut.state.value.form.fields == fields)
        #expect(sut.state.value.form.form[.code] == code)
        sut.edit(.id, "abcdef@gmail.com")
        type("c", in: sut)
        await sut.submit()
        #expect(server.calls.messages == [.confirm(link == nil ? .stub() : nil, "c", uid: link?.uid, "password2")])
    }

    @Test func `a link that is pasted as a code names the code and the account`() async {
        let sut = makeSUT()
        await request(sut)
        type(" https://x.com/reset?uid=MQ&token=abc-1 ", in: sut)
        await sut.submit()
        #expect(server.calls.messages.last == .confirm(.stub(), "abc-1", uid: "MQ", "password2"))
    }

    @Test(arguments: [RecoveryCode(.sequential()), nil])
    func `with a recovery code, one form asks for all, and the next code is shown if there is one`(
        code: RecoveryCode?
    ) async {
        server.set { ($0.proof, $0.recoveryCode) = (.recoveryCode, code) }
        let sut = makeSUT()
        #expect(sut.state.value.stage == .enteringCode)
        sut.askForID()
        #expect(sut.state.value.form.fields == [.id, .code, .password, .confirmation])
        sut.edit(.id, "abcdef@gmail.com")
        type("AAAA", in: sut)
        await sut.submit()
        #expect(outcomes.all == [code.map { .recoveryCode($0, nil) } ?? .noticed(.recoveryCodeUsed)])
        #expect(sut.state.value.stage == .done)
    }

    @Test(arguments: [
        (AuthenticationError.invalidCredentials, ConfirmPasswordResetError.wrongCode, AccountField?.some(.code)),
        (.throttled(.banned), .throttled(.banned), nil), (.service(.busy), .service(.busy), nil),
        (
            .service(.remote(.refused(ServerMessage("weak"), field: .password))),
            .service(.remote(.refused(ServerMessage("weak"), field: .password))), .password
        ),
    ])
    func `a password that is not set says why, and keeps what was typed but a wrong code`(
        answer: AuthenticationError,
        error: ConfirmPasswordResetError,
        field: AccountField?
    ) async {
        let sut = makeSUT()
        await request(sut)
        server.set { $0.confirmation = answer }
        type("c", in: sut)
        await sut.submit()
        #expect(sut.state.value.phase == .failed(.notSet(error)))
        #expect(sut.state.value.form.focus == field)
        #expect(sut.state.value.form.form[.code] == (error == .wrongCode ? "" : "c"))
        #expect(!sut.state.value.form.checklist.contains { $0.status == .violated }, "a removed code is not missing")
        #expect(sut.state.value.form.form[.password] == "password2")
        #expect(sut.state.value.stage == .sent(resendAt: clock.dates.now + 60))
        sut.enterCode()
        sut.edit(.id, "abcdef@gmail.com")
        type("c", in: sut)
        await sut.submit()
        #expect(sut.state.value.form.form[.code] == "c", "the ID may be wrong instead")
    }

    @Test func `a request that fails says why, and can be repeated`() async {
        server.set { $0.request = .busy }
        let sut = makeSUT()
        await request(sut)
        #expect(sut.state.value.phase == .failed(.notRequested(.service(.busy))))
        #expect(sut.state.value.stage == .askingID)
        server.set { $0.request = nil }
        await sut.submit()
        #expect(sut.state.value.stage == .sent(resendAt: clock.dates.now + 60))
    }

    @Test func `an early request for the same ID counts down to the next one`() async {
        let sut = makeSUT()
        await request(sut)
        sut.askForID()
        await sut.submit()
        let until = clock.dates.now + 60
        #expect(sut.state.value.phase == .failed(.notRequested(.throttled(until: until))))
        #expect(sut.form.state.wait == .seconds(60))
    }

    @Test func `a session that remains is told in a notice`() async {
        let error = StorageError.stub(.session, .full)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(.stub())) { call throws(StorageError) in
            if case .changeSessions = call { throw error }
            if call == .clearSessions { throw error }
        }
        let sut = makeSUT(session: .stub(store))
        await request(sut)
        type("c", in: sut)
        await sut.submit()
        #expect(outcomes.all == [.noticed(.sessionRemains(error))])
    }

    @Test func `a running operation is not cancelled by leaving the screen`() async {
        let gate = Gate()
        server.set { $0.gate = gate }
        let sut = makeSUT()
        sut.edit(.id, "abcdef@gmail.com")
        let submission = Task { await sut.submit() }
        await gate.open {
            sut.cancel()
            sut.enterCode()
            #expect(outcomes.all == [])
            #expect(sut.state.value.phase == .submitting)
        }
        await submission.value
        #expect(sut.state.value.stage == .sent(resendAt: clock.dates.now + 60))
        sut.cancel()
        #expect(outcomes.all == [.left])
    }
}

/// A service that records calls, and answers as a test says.
private final class ResetService: PasswordResetting {
    enum Call: Hashable, Sendable {
        case request(AccountID)
        case confirm(AccountID?, String, uid: String?, String)
    }

    struct Answers {
        var proof = ResetProof.message
        var request: AccountServiceFailure?
        var confirmation: AuthenticationError?
        var recoveryCode: RecoveryCode?
        var gate: Gate?
        var field = AccountField.id
    }

    let calls = MessageLog<Call>()
    private let answers = Mutex(Answers())

    func set(_ change: (inout Answers) -> Void) { answers.withLock { change(&$0) } }

    private var answer: Answers { answers.withLock { $0 } }

    var resetProof: ResetProof { answer.proof }

    var resetField: AccountField { answer.field }

    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        calls.append(.request(id))
        await answer.gate?.pass()
        if let failure = answer.request { throw failure }
    }

    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        calls.append(.confirm(id, confirmation.code, uid: confirmation.uid, new.revealed))
        if let error = answer.confirmation { throw error }
        return answer.recoveryCode
    }
}
