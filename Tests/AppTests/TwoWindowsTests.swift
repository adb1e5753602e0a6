import App
import Domain
import Presentation
import Testing
import Validation

/// Tests of an app with two windows, each with a flow of its own, as in the sample app.
@MainActor
struct TwoWindowsTests {
    private let app: AppComposition
    private let windows: [RootFlowViewModel]

    init() async {
        var configuration = AppConfiguration.quick(policy: .length(4...16))
        configuration.launchStyle = .signInScreen
        app = AppComposition(configuration)
        windows = [app.makeRootFlow(), app.makeRootFlow()]
        for window in windows { await window.launch() }
    }

    @Test func `the screens of two windows do not replace each other`() {
        let screens = windows.map { $0.makeSignInViewModel() }
        screens.forEach(fill)
        #expect(screens.map(\.state.value.canSubmit) == [true, true])
        screens[0].switchToSignUp()
        #expect(windows.map(\.state.value.route) == [.signUp, .signIn])
    }

    @Test func `a new window shows the signed-in user, until another one signs out`() async throws {
        windows[0].makeSignInViewModel().switchToSignUp()
        let signUp = windows[0].makeSignUpViewModel()
        fill(signUp)
        await signUp.submit()
        let window = app.makeRootFlow()
        await window.launch()
        guard case .home(let session?) = window.state.value.route else {
            Issue.record("the new window shows \(String(describing: window.state.value.route))")
            return
        }
        await windows[0].makeHomeViewModel(for: session).signOut()
        await window.noticeChanges()
        #expect(window.state.value.route == .signIn)
    }

    private func fill(_ screen: some FormViewModel) {
        for field in AccountField.allCases { screen.edit(field, field == .id ? "kim01" : "secret99") }
    }
}
