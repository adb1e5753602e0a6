import Domain
import Presentation
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct WelcomeViewModelTests {
    private enum Outcome: Equatable {
        case signedOut(SignOutOutcome)
        case withdrew
    }

    private final class Outcomes {
        var all: [Outcome] = []
    }

    private func makeSUT(
        session: Session = .stub(),
        authority: any AccountAuthority = AccountAuthoritySpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        policy: SessionPolicy = .lasting
    ) -> (WelcomeViewModel, Recorder<WelcomeState>, Outcomes) {
        let outcomes = Outcomes()
        let sut = WelcomeViewModel(
            session: session,
            signOut: SignOut(sessions: sessions),
            withdrawAccount: WithdrawAccount(
                authority: authority,
                sessions: sessions,
                consents: consents,
                dates: .constant(.stub + 301),
                policy: policy
            ),
            actions: WelcomeViewModel.Actions(
                signedOut: { outcomes.all.append(.signedOut($0)) },
                withdrew: { outcomes.all.append(.withdrew) }
            )
        )
        return (sut, Recorder(sut.state), outcomes)
    }

    @Test("S1.8 Welcome greets the nickname")
    func greetsNickname() {
        let (sut, _, _) = makeSUT(session: .stub(profile: Profile(nickname: .stub("철수"))))
        #expect(sut.state.value.name == "철수")
        #expect(KoreanMessages().greeting(to: sut.state.value.name) == "철수 님 환영합니다.")
    }

    @Test("S1.8 Welcome greets the ID where there is no nickname")
    func greetsID() {
        let (sut, _, _) = makeSUT(session: .stub(profile: Profile()))
        #expect(sut.state.value.name == "abcdef@gmail.com")
    }

    @Test("S2.6 the main screen shows the e-mail address that is signed in, also beside a nickname")
    func showsID() {
        let (sut, _, _) = makeSUT(session: .stub(accountID: .stub("second@gmail.com")))
        #expect(sut.state.value.signedInID.text == "second@gmail.com")
        #expect(sut.state.value.name == "Kim")
    }

    @Test("S1.9 sign-out ends the session and leaves the account alone")
    func signsOut() async {
        let log = MessageLog<PortMessage>()
        let (sut, states, outcomes) = makeSUT(
            authority: AccountAuthoritySpy(log: log),
            sessions: SessionRepositorySpy(log: log)
        )

        await sut.signOut()

        #expect(log.messages == [.clearSession])
        #expect(states.values.map(\.phase) == [.idle, .signingOut, .done])
        #expect(outcomes.all == [.signedOut(.complete)])
    }

    @Test("S1.9 sign-out succeeds here even where the stored session remains, which is told")
    func signsOutWithRemains() async {
        let error = StorageError.stub(.session, .readOnly)
        let (sut, _, outcomes) = makeSUT(sessions: SessionRepositorySpy(clear: .failure(error)))

        await sut.signOut()

        #expect(outcomes.all == [.signedOut(.sessionRemains(error))])
    }

    @Test("S1.10 withdrawal deletes the account, its session and its agreements")
    func withdraws() async {
        let log = MessageLog<PortMessage>()
        let (sut, states, outcomes) = makeSUT(
            authority: AccountAuthoritySpy(log: log),
            sessions: SessionRepositorySpy(log: log, load: .success(.stub())),
            consents: ConsentRepositorySpy(log: log)
        )

        await sut.withdraw()

        let deletions: [PortMessage] = [
            .replaceSession(.stub(), with: nil), .removeConsents(of: .stub()), .withdraw(.stub()),
        ]
        #expect(Set(log.messages).isSuperset(of: deletions))
        #expect(states.values.map(\.phase) == [.idle, .withdrawing, .done])
        #expect(outcomes.all == [.withdrew])
    }

    @Test func `where the password is needed the screen says so, and goes on with it`() async {
        let (sut, states, outcomes) = makeSUT(policy: .limited)

        await sut.withdraw()
        await sut.withdraw(password: Password("password1"))

        #expect(
            states.values.map(\.phase) == [
                .idle, .withdrawing, .failed(.passwordRequired), .withdrawing, .done,
            ]
        )
        #expect(outcomes.all == [.withdrew])
    }

    @Test("S1.10 a withdrawal that fails stays on Welcome and can be tried again")
    func withdrawalFails() async {
        let (sut, states, outcomes) = makeSUT(authority: AccountAuthoritySpy(withdraw: .failure(.busy)))

        await sut.withdraw()
        await sut.withdraw()

        #expect(
            states.values.map(\.phase) == [
                .idle, .withdrawing, .failed(.failed(.busy)), .withdrawing, .failed(.failed(.busy)),
            ]
        )
        #expect(sut.state.value.canAct)
        #expect(outcomes.all == [])
    }

    @Test func `nothing else is begun while an action is performed or after it`() async {
        let gate = Gate()
        let log = MessageLog<PortMessage>()
        let (sut, states, outcomes) = makeSUT(
            authority: AccountAuthoritySpy(log: log),
            sessions: SessionRepositorySpy(log: log, beforeAnswering: { await gate.pass() })
        )
        let first = Task { await sut.signOut() }
        await gate.arrival()

        await sut.signOut()
        await sut.withdraw()
        await gate.open()
        await first.value
        await sut.withdraw()
        await sut.signOut()

        #expect(log.messages == [.clearSession])
        #expect(states.values.map(\.phase) == [.idle, .signingOut, .done])
        #expect(states.values.map(\.canAct) == [true, false, false])
        #expect(outcomes.all == [.signedOut(.complete)])
    }

    @Test func `the view model goes with its owner`() async {
        weak var viewModel: WelcomeViewModel?
        do {
            let (sut, states, _) = makeSUT()
            await sut.signOut()
            viewModel = sut
            #expect(states.values.last?.phase == .done)
        }
        #expect(viewModel == nil)
    }
}
