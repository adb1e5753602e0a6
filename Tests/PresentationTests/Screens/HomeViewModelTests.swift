import AccountFlowTesting
import Domain
import Foundation
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HomeViewModelTests {
    private func makeSUT(
        session: Session? = .stub(),
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        policy: SessionPolicy = .untilSignOut
    ) -> (HomeViewModel, Recorder<HomeState>, Outcomes) {
        let outcomes = Outcomes()
        let sessions = CurrentSession.stub(sessions, dates: .constant(.stub + 301), policy: policy)
        let sut = HomeViewModel(
            session: session,
            signOut: SignOut(sessions: sessions),
            deleteAccount: DeleteAccount(service: service, sessions: sessions, consents: consents),
            in: ScreenContext { outcomes.all.append($0) }
        )
        return (sut, Recorder(sut.state), outcomes)
    }

    @Test func `S1.8 Welcome greets the user with the nickname`() {
        let (sut, _, _) = makeSUT(session: .stub(profile: Profile(nickname: .stub("철수"))))
        #expect(sut.state.value.name == "철수")
        #expect(KoreanMessages().greeting(to: sut.state.value.name ?? "") == "철수 님 환영합니다.")
    }

    @Test func `S1.8 without a nickname Welcome greets the user with the ID`() {
        let (sut, _, _) = makeSUT(session: .stub(profile: Profile()))
        #expect(sut.state.value.name == "abcdef@gmail.com")
    }

    @Test func `S2.6 the main screen shows the signed-in e-mail address, even with a nickname`() {
        let (sut, _, _) = makeSUT(session: .stub(accountID: .stub("second@gmail.com")))
        #expect(sut.state.value.signedInID?.text == "second@gmail.com")
        #expect(sut.state.value.name == "Kim")
    }

    @Test func `S4.7 without a session the button signs in, and no other action is available`() async {
        let log = MessageLog<PortCall>()
        let (sut, states, outcomes) = makeSUT(
            session: nil,
            service: AccountServiceSpy(log: log),
            sessions: SessionRepositorySpy(log: log)
        )

        await sut.signOut()
        await sut.deleteAccount()
        sut.askToDeleteAccount()
        sut.openAccount()
        await sut.performAction()

        #expect(states.values == [HomeState(session: nil)])
        #expect(sut.state.value.action == .signIn)
        #expect(sut.state.value.name == nil)
        #expect(log.messages == [])
        #expect(sut.alerts.state.value == nil)
        #expect(outcomes.all == [.signIn])
    }

    @Test func `S4.7 once the screen gets a session, its button signs out`() async {
        let (sut, states, outcomes) = makeSUT(session: nil)

        sut.sessionDidChange(.stub())
        sut.sessionDidChange(.stub())
        sut.signIn()
        sut.openAccount()
        await sut.performAction()
        sut.sessionDidChange(nil)

        #expect(states.values.map(\.action) == [.signIn, .signOut, .signOut, .signOut, .signIn])
        #expect(states.values.map(\.phase) == [.idle, .idle, .signingOut, .done, .idle])
        #expect(outcomes.all == [.account(.stub()), .signedOut(.stub(), .complete)])
    }

    @Test func `S1.10 a deletion needs a confirmation, and the end of the session removes its alert`() async {
        let (sut, states, outcomes) = makeSUT()
        sut.askToDeleteAccount()
        sut.sessionDidChange(nil)
        #expect(sut.alerts.state.value == nil)
        sut.sessionDidChange(.stub())

        sut.askToDeleteAccount()
        await sut.alerts.answer(.dismiss)
        #expect(outcomes.all == [])

        sut.askToDeleteAccount()
        await sut.alerts.answer(.deleteAccount)

        #expect(states.values.map(\.phase) == [.idle, .idle, .idle, .deletingAccount, .done])
        #expect(outcomes.all == [.accountDeleted(.stub())])
    }

    @Test func `an update with the same session changes neither a failure nor an alert`() async {
        let (sut, states, _) = makeSUT(policy: .standard)
        await sut.deleteAccount()
        sut.askToDeleteAccount()

        sut.sessionDidChange(.stub())

        #expect(states.values.map(\.phase) == [.idle, .deletingAccount, .failed(.passwordRequired)])
        #expect(sut.alerts.state.value?.subject == .accountDeletion(.stub()))
    }

    @Test func `a service that deletes no accounts has no such button`() {
        let (sut, _, outcomes) = makeSUT(service: AccountServiceSpy(offersDeletion: false))
        #expect(!sut.state.value.offersDeletion)
        sut.askToDeleteAccount()
        #expect(sut.alerts.state.value == nil && outcomes.all == [])
        sut.sessionDidChange(.stub(accountID: .stub("third@gmail.com")))
        #expect(!sut.state.value.offersDeletion)
    }

    @Test func `a deletion that always needs the password leads to the account, where it can be typed`() {
        let (sut, _, outcomes) = makeSUT(service: AccountServiceSpy(deletionNeedsPassword: true))
        sut.askToDeleteAccount()
        #expect(sut.alerts.state.value == nil && outcomes.all == [.account(.stub())])
    }

    @Test func `a deletion that needs the password reports it, and succeeds with it`() async {
        let (sut, states, outcomes) = makeSUT(policy: .standard)

        await sut.deleteAccount()
        await sut.deleteAccount(password: Password("password1"))

        #expect(
            states.values.map(\.phase) == [
                .idle, .deletingAccount, .failed(.passwordRequired), .deletingAccount, .done,
            ]
        )
        #expect(outcomes.all == [.accountDeleted(.stub())])
    }

    @Test func `S1.10 a deletion that fails stays on Welcome and can be tried again`() async {
        let (sut, states, outcomes) = makeSUT(service: AccountServiceSpy(deleteAccount: .failure(.busy)))

        await sut.deleteAccount()
        await sut.deleteAccount()

        #expect(
            states.values.map(\.phase) == [
                .idle, .deletingAccount, .failed(.service(.busy)), .deletingAccount, .failed(.service(.busy)),
            ]
        )
        #expect(sut.state.value.canAct)
        #expect(outcomes.all == [])
    }

    @Test func `a waiting action does not start once another session is shown`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, states, outcomes) = makeSUT(
            service: AccountServiceSpy(beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        let first = Task { await sut.deleteAccount() }
        await gate.arrival()
        sut.sessionDidChange(.stub(accountID: .stub("second@gmail.com")))
        let second = Task { await sut.deleteAccount() }
        _ = await sut.state.first { $0.phase == .deletingAccount }
        sut.sessionDidChange(.stub(accountID: .stub("third@gmail.com")))

        await gate.open()
        await first.value
        await second.value

        #expect(log.messages == [.changeSessions(StoredSessions()), .changeSessions(StoredSessions())])
        #expect(outcomes.all == [.accountDeleted(.stub())])
        #expect(states.values.last == HomeState(session: .stub(accountID: .stub("third@gmail.com"))))
    }

    @Test func `S1.9 sign-out clears the session only, and no other action starts during it or after it`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, states, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log),
            sessions: SessionRepositorySpy(log: log, beforeAnswering: { await gate.pass() })
        )
        let first = Task { await sut.signOut() }
        await gate.arrival()

        await sut.signOut()
        await sut.deleteAccount()
        await gate.open()
        await first.value
        await sut.deleteAccount()
        await sut.signOut()

        #expect(log.messages == [.changeSessions(StoredSessions())])
        #expect(states.values.map(\.phase) == [.idle, .signingOut, .done])
        #expect(states.values.map(\.canAct) == [true, false, false])
        #expect(outcomes.all == [.signedOut(.stub(), .complete)])
    }
}
