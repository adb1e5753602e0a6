import AccountFlowTesting
import Domain
import Foundation
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountViewModelTests {
    private static let form = AccountForm([
        .currentPassword: "password1", .password: "password2", .confirmation: "password2",
    ])

    private func makeSUT(
        service: AccountServiceSpy = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(load: .success(.stub())),
        offersPasswordChange: Bool = true,
        policy: SessionPolicy = .untilSignOut
    ) -> (AccountViewModel, Recorder<AccountState>, Outcomes) {
        let outcomes = Outcomes()
        let current = CurrentSession.stub(sessions, dates: .constant(.stub + 301), policy: policy)
        let sut = AccountViewModel(
            session: .stub(),
            validator: FormValidatorStub(),
            changePassword: offersPasswordChange
                ? ChangePassword(validator: FormValidatorStub(), service: service, sessions: current) : nil,
            deleteAccount: DeleteAccount(service: service, sessions: current, consents: ConsentRepositorySpy()),
            in: ScreenContext(time: .still) { outcomes.all.append($0) }
        )
        return (sut, Recorder(sut.state), outcomes)
    }

    private func fill(_ sut: AccountViewModel, _ form: AccountForm = form) {
        for field in sut.state.value.form.fields { sut.edit(field, form[field]) }
    }

    private static let changed = Session.stub(token: AccessToken("token-2"), startedAt: .stub + 301)

    @Test func `a password change needs the current and twice the new password, and replaces the session`() async {
        let (sut, states, outcomes) = makeSUT()
        #expect(sut.state.value.form.fields == [.currentPassword, .password, .confirmation])
        fill(sut)

        await sut.changePassword()

        #expect(states.values.map(\.phase) == [.idle, .idle, .idle, .idle, .submitting, .done])
        #expect(states.values.map(\.canChangePassword) == [false, false, false, true, false, false])
        #expect(sut.state.value.form.form == AccountForm())
        #expect(outcomes.all == [.passwordChanged(.stub(), Self.changed, .passwordChanged)])
    }

    @Test func `leaving a field that the wanted action does not need shows no issue`() async {
        let (sut, _, _) = makeSUT()
        for field in sut.state.value.form.fields { sut.focus(field) }
        sut.focus(nil)
        #expect(sut.state.value.form.fields.allSatisfy { sut.state.value.form[$0] == .untouched })
        sut.edit(.confirmation, "x")
        sut.edit(.password, "password2")
        sut.leave(.confirmation)
        #expect(sut.state.value.form[.confirmation] == .invalid([.mismatch(with: .password)]))
        sut.edit(.confirmation, "")
        sut.leave(.confirmation)
        #expect(sut.state.value.form[.confirmation] == .editing)
        await sut.changePassword()
        #expect(!sut.state.value.canChangePassword)
    }

    @Test(arguments: [AccountField.currentPassword, .password, .confirmation])
    func `the password can be changed only while all three fields are valid`(field: AccountField) async {
        let (sut, _, outcomes) = makeSUT()
        fill(sut)
        sut.edit(field, "")
        #expect(!sut.state.value.canChangePassword)
        await sut.changePassword()
        #expect(outcomes.all == [])
    }

    @Test func `a wrong current password turns its field red, and nothing is changed`() async {
        let (sut, states, outcomes) = makeSUT(service: AccountServiceSpy(changePassword: .failure(.invalidCredentials)))
        fill(sut)

        await sut.changePassword()

        #expect(states.values.last?.phase == .failed(.passwordNotChanged(.wrongPassword)))
        #expect(sut.state.value.form[.currentPassword] == .rejected([]))
        #expect(sut.state.value.form.focus == .currentPassword)
        #expect(outcomes.all == [])
    }

    @Test func `the flow continues with a notice if the session cannot be stored`() async {
        let error = StorageError.stub(.session, .full)
        let (sut, _, outcomes) = makeSUT(sessions: SessionRepositorySpy(update: .failure(error)))
        fill(sut)
        await sut.changePassword()
        #expect(outcomes.all == [.passwordChanged(.stub(), Self.changed, .sessionNotSaved(error))])
    }

    @Test func `without a password change the only field is the current password`() async {
        let (sut, states, outcomes) = makeSUT(offersPasswordChange: false)
        #expect(sut.state.value.form.fields == [.currentPassword])
        sut.edit(.currentPassword, "password1")
        await sut.changePassword()
        #expect(states.values.map(\.canChangePassword) == [false, false])
        #expect(outcomes.all == [])
    }

    // MARK: Deletion

    @Test func `S1.10 the account is deleted after the user confirms the alert`() async {
        let (sut, states, outcomes) = makeSUT()

        sut.askToDeleteAccount()
        #expect(sut.alerts.state.value?.subject == .accountDeletion(.stub()))
        await sut.alerts.answer(.dismiss)
        #expect(states.values.map(\.phase) == [.idle])
        sut.askToDeleteAccount()
        await sut.alerts.answer(.deleteAccount)

        #expect(states.values.map(\.phase) == [.idle, .submitting, .done])
        #expect(outcomes.all == [.accountDeleted(.stub())])
    }

    @Test func `an account that cannot be deleted is not offered for deletion`() {
        let (sut, _, _) = makeSUT(service: AccountServiceSpy(offersDeletion: false))
        #expect(!sut.state.value.offersDeletion && !sut.state.value.canDeleteAccount)
        sut.askToDeleteAccount()
        #expect(sut.alerts.state.value == nil)
    }

    @Test(arguments: [true, false])
    func `a password that the service needs for each deletion is asked for first`(isNeeded: Bool) {
        let (sut, _, _) = makeSUT(service: AccountServiceSpy(deletionNeedsPassword: isNeeded))
        #expect(sut.state.value.needsPasswordToDelete == isNeeded)
        #expect(sut.state.value.canDeleteAccount != isNeeded)
        sut.edit(.currentPassword, "password1")
        #expect(sut.state.value.canDeleteAccount)
    }

    @Test func `S1.10 a deletion that needs the password focuses its field, and succeeds with it`() async {
        let (sut, states, outcomes) = makeSUT(policy: .standard)

        await sut.deleteAccount()
        #expect(sut.state.value.needsPasswordToDelete)
        #expect(!sut.state.value.canDeleteAccount)
        #expect(sut.state.value.form.focus == .currentPassword)
        await sut.deleteAccount()
        #expect(states.values.last?.phase == .failed(.notDeleted(.passwordRequired)))
        sut.edit(.currentPassword, "password1")
        await sut.deleteAccount()

        let required = SubmissionPhase<AccountFailure>.failed(.notDeleted(.passwordRequired))
        #expect(
            states.values.map(\.phase) == [.idle, .submitting, .submitting, required, .idle, .submitting, .done]
        )
        #expect(outcomes.all == [.accountDeleted(.stub())])
    }

    @Test func `a typed password is verified even if the deletion does not need it`() async {
        let (sut, _, outcomes) = makeSUT(service: AccountServiceSpy(authenticate: .failure(.invalidCredentials)))
        sut.edit(.currentPassword, "password2")

        await sut.deleteAccount()

        #expect(sut.state.value.phase == .failed(.notDeleted(.wrongPassword)))
        #expect(sut.state.value.form[.currentPassword] == .rejected([]))
        #expect(sut.state.value.form[.password] == .untouched)
        #expect(outcomes.all == [])
    }

    @Test func `during an operation no other one starts, and the screen cannot be left`() async {
        let gate = Gate()
        let (sut, states, outcomes) = makeSUT(service: AccountServiceSpy(beforeAnswering: { await gate.pass() }))
        fill(sut)
        let change = Task { await sut.changePassword() }
        await gate.arrival()

        sut.cancel()
        await sut.deleteAccount()
        await sut.changePassword()
        sut.askToDeleteAccount()
        await gate.open()
        await change.value
        sut.cancel()

        #expect(states.values.suffix(2).map(\.phase) == [.submitting, .done])
        #expect(outcomes.all == [.passwordChanged(.stub(), Self.changed, .passwordChanged)])
    }

    @Test func `leaving the screen clears the form`() async {
        let (sut, _, outcomes) = makeSUT()
        fill(sut)
        sut.cancel()
        #expect(sut.state.value.form.form == AccountForm())
        #expect(outcomes.all == [.left])
    }
}
