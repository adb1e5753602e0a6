import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Presentation

/// One launch of an app, with the actions of its user.
@MainActor
struct PresetLaunch {
    let app: AppComposition
    let flow: RootFlowViewModel
    let form: AccountForm

    /// The session of the signed-in user.
    var session: Session? { flow.state.value.routes?.session }

    /// Presses the button of the start screen, if it is shown.
    func passStart() async {
        if flow.state.value.route == .start { await flow.makeStartViewModel().start() }
    }

    /// Goes to Sign-in from any signed-out screen.
    func openSignIn() async -> SignInViewModel {
        await passStart()
        if flow.state.value.route == .signUp { flow.makeSignUpViewModel().switchToSignIn() }
        if flow.state.value.route == .home(nil) { await flow.makeHomeViewModel(for: nil).performAction() }
        let screen = flow.makeSignInViewModel()
        await screen.appear()
        return screen
    }

    /// Signs up with a text for every field of the form, and agrees to the terms.
    func signUp() async {
        await passStart()
        if flow.state.value.route != .signUp { await openSignIn().switchToSignUp() }
        let screen = flow.makeSignUpViewModel()
        for field in screen.state.value.form.fields { screen.edit(field, form[field]) }
        for document in screen.state.value.terms?.terms.documents ?? [] { screen.agree(to: document) }
        await screen.submit()
    }

    /// Signs in, and agrees to the required terms if a screen asks for them.
    func signIn(remember: Bool = true) async {
        let screen = await openSignIn()
        for field in screen.state.value.form.fields { screen.edit(field, form[field]) }
        screen.remember(remember)
        if let terms = screen.state.value.terms, terms.layout == .full {
            for document in terms.terms.documents { screen.agree(to: document) }
        }
        await screen.submit()
    }

    /// Presses the button of the main screen.
    func signOut() async { await flow.makeHomeViewModel(for: session).performAction() }

    /// Deletes the account and confirms the deletion.
    func deleteAccount() async -> HomeViewModel {
        let screen = flow.makeHomeViewModel(for: session)
        screen.askToDeleteAccount()
        await flow.alerts.answer(.deleteAccount)
        return screen
    }
}
