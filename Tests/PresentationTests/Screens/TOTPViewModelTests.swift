import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TOTPViewModelTests {
    private let outcomes = Outcomes()
    private let clock = ManualClock()
    private let accounts = InMemoryAccountRepository([.stub()])

    private func makeSUT(_ spied: (any AccountRepository)? = nil) -> TOTPViewModel {
        let service = LocalAccountService(
            accounts: spied ?? accounts,
            hasher: PasswordHasherStub(),
            dates: clock.dates,
            identifiers: .sequential()
        )
        return TOTPViewModel(
            session: .stub(),
            useCases: TOTPUseCases(service: service, issuer: "Test"),
            makeRecoveryCode: MakeRecoveryCode(service: service),
            in: ScreenContext(time: .still) { [outcomes] in outcomes.all.append($0) }
        )
    }

    private func type(_ code: String, password: String? = nil, in sut: TOTPViewModel) {
        if let password { sut.edit(.currentPassword, password) }
        sut.edit(.code, code)
    }

    /// Makes a key, and returns the generator of the authenticator app.
    private func begin(_ sut: TOTPViewModel) async throws -> TOTP {
        await sut.appear()
        sut.edit(.currentPassword, "password1")
        await sut.submit()
        guard case .confirming(let setup) = sut.state.value.stage else {
            Issue.record("\(sut.state.value.stage)")
            throw CancellationError()
        }
        return TOTP(setup.secret)
    }

    private func code(_ totp: TOTP, steps: Int = 0) -> String {
        totp.revealedPassword(ofStep: totp.step(at: clock.dates.now) + steps)
    }

    @Test func `the screen makes a key, turns one-time passwords on, and off again`() async throws {
        let sut = makeSUT()
        #expect(sut.state.value.stage == .checking)
        #expect(!sut.state.value.canSubmit)
        await sut.appear()
        #expect(sut.state.value.stage == .off)
        #expect(sut.state.value.form.fields == [.currentPassword])

        let totp = try await begin(sut)
        #expect(sut.state.value.form.fields == [.code])
        type(code(totp), in: sut)
        await sut.submit()
        #expect(sut.state.value.stage == .on)
        #expect(sut.state.value.form.fields == [.currentPassword, .code])
        #expect(sut.state.value.form.form == AccountForm())
        guard case .recoveryCode = outcomes.all.last else {
            Issue.record("\(outcomes.all)")
            return
        }

        let later = makeSUT()
        await later.appear()
        #expect(later.state.value.stage == .on)
        type(code(totp, steps: 1), password: "password1", in: later)
        await later.submit()
        #expect(later.state.value.stage == .off)
        #expect(outcomes.all.count == 1)
    }

    @Test func `while they are on, a recovery code is made with the password and a one-time password`() async throws {
        let sut = makeSUT()
        let totp = try await begin(sut)
        #expect(!sut.state.value.offersRecoveryCode)
        type(code(totp), in: sut)
        await sut.submit()
        guard case .recoveryCode(let first, _) = outcomes.all.last else { throw CancellationError() }
        #expect(sut.state.value.offersRecoveryCode)

        type(code(totp), password: "password1", in: sut)
        await sut.makeRecoveryCode()
        #expect(sut.state.value.phase == .failed(.usedCode))
        #expect(outcomes.all.count == 1)
        type(code(totp, steps: 1), password: "password1", in: sut)
        await sut.makeRecoveryCode()
        #expect(sut.state.value.stage == .on)
        #expect(sut.state.value.form.form == AccountForm())
        guard case .recoveryCode(let second, _) = outcomes.all.last else { throw CancellationError() }
        #expect(first != second)
        #expect(outcomes.all.count == 2)
    }

    @Test func `a wrong recovery code stays to be corrected, and a wrong one-time password is removed`() async throws {
        let totp = AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: [0])
        let sut = makeSUT(InMemoryAccountRepository([.stub(totp: totp)]))
        await sut.appear()
        let typed = RecoveryCode(.random).revealed
        for (code, left) in [("12345", ""), (typed, typed)] {
            type(code, password: "password1", in: sut)
            await sut.submit()
            #expect(sut.state.value.phase == .failed(.wrongCode))
            #expect(sut.state.value.form.form[.code] == left)
        }
    }

    @Test func `a recovery code ends the second factor on both screens, which say so`() async throws {
        let code = RecoveryCode(.random)
        let account = Account.stub(
            recoveryHash: PasswordHash("hash of \(code.revealed)"),
            totp: AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: [0])
        )
        let accounts = InMemoryAccountRepository([account])
        let sut = makeSUT(accounts)
        await sut.appear()
        type(code.revealed, password: "password1", in: sut)
        await sut.submit()
        #expect(sut.state.value.stage == .off)
        #expect(outcomes.all == [.noticed(.secondFactorEnded)])

        let service = LocalAccountService(
            accounts: InMemoryAccountRepository([account]),
            hasher: PasswordHasherStub(),
            dates: clock.dates,
            identifiers: .random
        )
        let outcome = try await service.authenticate(.stub(), password: Password("password1"))
        guard case .challenge(let challenge) = outcome else { throw CancellationError() }
        let step = ChallengeViewModel(
            challenge: challenge,
            context: ChallengeContext(),
            answerChallenge: AnswerChallenge(
                service: service,
                operations: InMemoryPendingOperationRepository(),
                sessions: .stub(InMemorySessionRepository(), dates: clock.dates)
            ),
            in: ScreenContext(time: .still) { [outcomes] in outcomes.all.append($0) }
        )
        step.edit(.code, code.revealed)
        await step.submit()
        guard case .signedIn(_, .secondFactorEnded) = outcomes.all.last else {
            Issue.record("\(outcomes.all)")
            return
        }
    }

    @Test func `a wrong password, a wrong code and a used one are told at their fields`() async throws {
        let sut = makeSUT()
        await sut.appear()
        sut.edit(.currentPassword, "wrong")
        await sut.submit()
        #expect(sut.state.value.phase == .failed(.wrongPassword))
        #expect(sut.state.value.form.focus == .currentPassword)

        let totp = try await begin(sut)
        for field in [AccountField.code, nil] { sut.focus(field) }
        #expect(sut.state.value.form[.code] == .untouched, "the user goes to the QR code")
        type(code(totp, steps: 9), in: sut)
        await sut.submit()
        #expect(sut.state.value.phase == .failed(.wrongCode))
        #expect(sut.state.value.form.focus == .code)
        #expect(sut.state.value.form.form[.code].isEmpty)
        type(code(totp), in: sut)
        await sut.submit()
        type(code(totp), password: "password1", in: sut)
        await sut.submit()
        #expect(sut.state.value.phase == .failed(.usedCode))
        #expect(sut.state.value.stage == .on)
    }

    @Test func `a key that was not confirmed turns nothing on`() async throws {
        let sut = makeSUT()
        _ = try await begin(sut)
        sut.cancel()
        #expect(outcomes.all == [.left])
        #expect(sut.state.value.stage == .checking, "the key stays in the state")
        let later = makeSUT()
        await later.appear()
        #expect(later.state.value.stage == .off)
    }

    @Test func `if another process was quicker, the screen shows what it did`() async throws {
        let (sut, other) = (makeSUT(), makeSUT())
        await sut.appear()
        let totp = try await begin(other)
        type(code(totp), in: other)
        await other.submit()
        sut.edit(.currentPassword, "password1")
        await sut.submit()
        #expect(sut.state.value.stage == .on)
        #expect(sut.state.value.phase == .failed(.alreadyEnabled))
    }

    @Test func `a store that cannot be read is told, and asked again`() async {
        let fails = Switch(true)
        let spy = AccountRepositorySpy(wrapping: accounts) { _ throws(StorageError) in
            if fails.isOn { throw .stub(.accounts) }
        }
        let sut = makeSUT(spy)
        await sut.appear()
        #expect(sut.state.value.phase == .failed(.service(.storage(.stub(.accounts)))))
        #expect(!sut.state.value.canSubmit)
        fails.isOn = false
        await sut.appear()
        #expect(sut.state.value.stage == .off)
    }

    @Test func `nothing prints the key`() async throws {
        let sut = makeSUT()
        let key = try await begin(sut).secret.revealed
        var text = ""
        dump(sut.state.value, to: &text)
        #expect(!text.contains(key) && !"\(sut.state.value)".contains(key))
    }
}
