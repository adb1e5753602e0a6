import Presentation

extension RootFlowViewModel {
    /// The screen of a route, as a terminal shows it.
    func makeScene(for route: Route) -> any Scene {
        switch route {
        case .start: StartScene(makeStartViewModel())
        case .signUp: SignUpScene(makeSignUpViewModel())
        case .signIn: SignInScene(makeSignInViewModel())
        case .home(let session): HomeScene(makeHomeViewModel(for: session))
        case .account(let session): AccountScene(makeAccountViewModel(for: session))
        }
    }
}
