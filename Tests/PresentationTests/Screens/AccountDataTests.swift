import AccountFlowTesting
import Domain
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of recovery codes and of the export on the account screen and at sign-up.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountDataTests {
    private let outcomes = Outcomes()
    private let consents = InMemoryConsentRepository()
    private let service = LocalAccountService(
        accounts: InMemoryAccountRepository([.stub()]),
        hasher: PasswordHasherStub(),
        dates: .constant(.stub),
        identifiers: .sequential()
    )

    private func makeSUT(events: any SecurityEventRecorder = InMemorySecurityEvents()) -> AccountViewModel {
        let sessions = CurrentSession.stub(InMemorySessionRepository(.stub()))
        return AccountViewModel(
            session: .stub(),
            validator: FormValidatorStub(),
            changePassword: nil,
            deleteAccount: DeleteAccount(service: service, sessions: sessions, consents: consents),
            makeRecoveryCode: MakeRecoveryCode(service: service),
            exportAccount: ExportAccount(
                service: service,
                sessions: sessions,
                listSessions: ListSessions(sessions: sessions),
                consents: consents,
                events: events
            ),
            in: ScreenContext(time: .still) { [outcomes] in outcomes.all.append($0) }
        )
    }

    @Test func `a recovery code needs the current password, and is shown once`() async throws {
        let sut = makeSUT()
        #expect(sut.state.value.offersRecoveryCode)
        #expect(!sut.state.value.canConfirm)
        await sut.makeRecoveryCode()
        sut.edit(.currentPassword, "wrong")
        await sut.makeRecoveryCode()
        #expect(sut.state.value.phase == .failed(.recoveryCodeNotMade(.wrongPassword)))
        #expect(sut.state.value.form.focus == .currentPassword)
        #expect(outcomes.all == [])

        sut.edit(.currentPassword, "password1")
        #expect(sut.state.value.canConfirm)
        await sut.makeRecoveryCode()
        guard case .recoveryCode(let code, _) = try #require(outcomes.all.last) else {
            Issue.record("no recovery code")
            return
        }
        #expect(sut.state.value.phase == .idle)
        #expect(sut.state.value.form.form == AccountForm())
        let confirmation = AccountConfirmation(code: code.revealed)
        _ = try await service.confirmPasswordReset(of: .stub(), with: confirmation, to: Password("password2"))
    }

    @Test func `with one-time passwords, the user is told where a recovery code is made`() async throws {
        let totp = try await service.beginTOTP(of: .stub(), password: Password("password1"))
        let code = totp.revealedPassword(ofStep: totp.step(at: .stub))
        _ = try await service.confirmTOTP(of: .stub(), with: try #require(OneTimePassword(code)))
        let sut = makeSUT()
        sut.edit(.currentPassword, "password1")
        await sut.makeRecoveryCode()
        #expect(sut.state.value.phase == .failed(.recoveryCodeNotMade(.codeRequired)))
        #expect(outcomes.all == [])
    }

    @Test func `an export needs the current password, and stays until the view has saved it`() async {
        let sut = makeSUT()
        await sut.exportAccount()
        sut.edit(.currentPassword, "wrong")
        await sut.exportAccount()
        #expect(sut.state.value.phase == .failed(.notExported(.wrongPassword)))
        #expect(sut.state.value.export == nil)

        sut.edit(.currentPassword, "password1")
        await sut.exportAccount()
        #expect(sut.state.value.export?.owner.accountID == .stub())
        #expect(sut.state.value.form.form == AccountForm())
        sut.removeExport()
        #expect(sut.state.value.export == nil)
        #expect(outcomes.all == [])
    }

    @Test(arguments: [true, false])
    func `a sign-up shows a recovery code if the app asks for it`(isWanted: Bool) async throws {
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: service,
            making: service,
            offersRecoveryCodeAtSignUp: isWanted
        )
        await flow.launch()
        flow.makeSignInViewModel().switchToSignUp()
        let sut = flow.makeSignUpViewModel()
        for (field, text) in [(AccountField.id, "lee@x.com"), (.password, "password1"), (.confirmation, "password1")] {
            sut.edit(field, text)
        }
        sut.edit(.nickname, "Lee")
        await sut.submit()
        #expect(flow.state.value.routes?.session?.accountID == .stub("lee@x.com"))
        await flow.queue.waitUntilEmpty()
        guard isWanted else {
            #expect(flow.alerts.state.value == nil)
            return
        }
        let alert = try #require(flow.alerts.state.value)
        guard case .recoveryCode(let code) = alert.subject else {
            Issue.record("\(alert) has no code")
            return
        }
        for language in Language.allCases { #expect(alert.message(in: language.messages).contains(code.revealed)) }
        var text = ""
        dump(alert, to: &text)
        #expect(!text.contains(code.revealed))
    }

    @Test func `over the start screen, Sign-in stays below the screen for a forgotten password`() async {
        let flow = RootFlowViewModel.stub(resetting: service)
        await flow.makeStartViewModel().start()
        flow.makeSignUpViewModel().switchToSignIn()
        flow.makeSignInViewModel().resetPassword()
        #expect(flow.state.value == .at(.start, .signIn, .passwordReset(nil)))
        flow.makePasswordResetViewModel(with: nil).cancel()
        #expect(flow.state.value == .at(.start, .signIn))
    }

    @Test func `a link opens the screen for a forgotten password, which Sign-in offers too`() async {
        let link = AccountConfirmation(code: "c", uid: "MQ")
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, resetting: service)
        flow.showPasswordReset(with: link)
        #expect(flow.state.value.route == nil)
        await flow.launch()
        flow.makeSignInViewModel().resetPassword()
        #expect(flow.state.value == .at(.signIn, .passwordReset(nil)))
        flow.makePasswordResetViewModel(with: nil).signIn()
        #expect(flow.state.value == .at(.signIn))
        flow.showPasswordReset(with: link)
        #expect(flow.state.value == .at(.signIn, .passwordReset(link)))
        #expect(flow.makePasswordResetViewModel(with: link).state.value.stage == .enteringCode)
    }

    @Test func `an app without password resets offers none`() async {
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen)
        await flow.launch()
        let sut = flow.makeSignInViewModel()
        #expect(!sut.state.value.offersPasswordReset)
        sut.resetPassword()
        flow.showPasswordReset(with: AccountConfirmation(code: "c"))
        #expect(flow.state.value == .at(.signIn))
    }
}
