import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Presentation

/// One launch of an app, and what a person does in it.
@MainActor
struct PresetLaunch {
    let app: AppComposition
    let flow: RootFlowViewModel
    let form: AccountForm

    /// Who is signed in.
    var session: Session? { flow.state.value.routes?.session }

    /// Presses the button of the start screen, where that is shown.
    func passStart() async {
        if flow.state.value.route == .start { await flow.makeStartViewModel().start() }
    }

    /// Goes to Sign-in from wherever nobody is signed in.
    func openSignIn() async -> SignInViewModel {
        await passStart()
        if flow.state.value.route == .signUp { flow.makeSignUpViewModel().switchToSignIn() }
        if flow.state.value.route == .home(nil) { await flow.makeHomeViewModel(for: nil).act() }
        let screen = flow.makeSignInViewModel()
        await screen.appear()
        return screen
    }

    /// Signs up with all that the form asks for.
    func signUp() async {
        await passStart()
        if flow.state.value.route != .signUp { await openSignIn().switchToSignUp() }
        let screen = flow.makeSignUpViewModel()
        for field in screen.state.value.form.fields { screen.edit(field, form[field]) }
        await screen.submit()
    }

    /// Signs in, and agrees to what has to be agreed to where that is asked for at large.
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
    func signOut() async { await flow.makeHomeViewModel(for: session).act() }

    /// Deletes the account, and says so when asked.
    func deleteAccount() async -> HomeViewModel {
        let screen = flow.makeHomeViewModel(for: session)
        screen.askToDeleteAccount()
        await flow.alerts.answer(.deleteAccount)
        return screen
    }
}
