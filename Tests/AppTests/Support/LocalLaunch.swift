import AccountFlowTesting
import App
import Domain
import Presentation
import Testing
import Validation

/// One launch of an app with accounts of its own, whose user kim has signed up.
@MainActor
final class LocalLaunch {
    let app: AppComposition
    let flow: RootFlowViewModel
    let session: Session
    private let signUp: SignUpViewModel
    private let clock = ManualClock()
    private var totp: TOTP?

    init() async throws {
        app = AppComposition(.quick(policy: .nonEmpty), repositories: Repositories(), dates: clock.dates)
        flow = app.makeRootFlow()
        signUp = flow.makeSignUpViewModel()
        for field in [AccountField.password, .confirmation] { signUp.edit(field, "password1") }
        signUp.edit(.id, "kim")
        await signUp.submit()
        session = try #require(flow.state.value.routes?.session)
    }

    /// The objects of the app.
    var objects: [Any] { [app, flow, signUp] }

    /// The recovery code on the screen, if any.
    var recoveryCode: String? {
        guard case .recoveryCode(let code) = flow.alerts.state.value?.subject else { return nil }
        return code.revealed
    }

    /// Returns a one-time password that was not used yet.
    func nextOneTimePassword() -> String {
        clock.advance(by: .seconds(30))
        return totp.map { $0.revealedPassword(ofStep: $0.step(at: clock.date)) } ?? ""
    }

    /// Turns one-time passwords on, and returns the screen, which shows a recovery code.
    func turnOnTOTP() async throws -> TOTPViewModel {
        let screen = flow.makeTOTPViewModel(for: session)
        await screen.appear()
        screen.edit(.currentPassword, "password1")
        await screen.submit()
        guard case .confirming(let setup) = screen.state.value.stage else {
            throw TOTPError.service(.notOffered)
        }
        totp = TOTP(setup.secret)
        screen.edit(.code, nextOneTimePassword())
        await screen.submit()
        #expect(screen.state.value.stage == .on)
        return screen
    }

    /// Signs out and in again, up to the step that asks for a one-time password, and returns both screens.
    func signInToStep() async throws -> (SignInViewModel, ChallengeViewModel) {
        _ = await app.signOut()
        await flow.noticeChanges()
        let screen = flow.makeSignInViewModel()
        await screen.appear()
        screen.edit(.id, "kim")
        screen.edit(.password, "password1")
        await screen.submit()
        guard case .challenge(let challenge, let context)? = flow.state.value.route else {
            throw TOTPError.service(.notOffered)
        }
        return (screen, flow.makeChallengeViewModel(for: challenge, context))
    }
}
