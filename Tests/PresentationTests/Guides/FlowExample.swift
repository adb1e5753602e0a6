import Domain
import Presentation

/// The view models of a stack of screens, such as those of a navigation controller.
@MainActor
final class ScreenStack {
    /// The view model of a screen.
    enum Screen {
        case start(StartViewModel)
        case signUp(SignUpViewModel)
        case signIn(SignInViewModel)
        case passwordReset(PasswordResetViewModel)
        case challenge(ChallengeViewModel)
        case agreement(AgreementViewModel)
        case home(HomeViewModel)
        case account(AccountViewModel)
        case profile(ProfileViewModel)
        case totp(TOTPViewModel)
    }

    /// The screens, from the bottom up; the view model is nil until the screen is shown.
    private(set) var screens: [(route: Route, model: Screen?)] = []

    private let flow: RootFlowViewModel
    private var subscription: ObservationToken?

    init(_ flow: RootFlowViewModel) {
        self.flow = flow
        subscription = flow.state.observe { [weak self] in self?.follow($0) }
    }

    private func follow(_ state: RootFlowState) {
        let routes = state.routes?.routes ?? []
        let kept = zip(screens, routes).prefix { $0.route.isSameScreen(as: $1) }.count
        screens = screens.prefix(kept) + routes.dropFirst(kept).map { ($0, nil) }
        guard let top = routes.last, screens[routes.count - 1].model == nil else { return }
        screens[routes.count - 1].model = makeScreen(for: top)
    }

    private func makeScreen(for route: Route) -> Screen {
        switch route {
        case .start: .start(flow.makeStartViewModel())
        case .signUp: .signUp(flow.makeSignUpViewModel())
        case .signIn: .signIn(flow.makeSignInViewModel())
        case .passwordReset(let link): .passwordReset(flow.makePasswordResetViewModel(with: link))
        case .challenge(let step, let context): .challenge(flow.makeChallengeViewModel(for: step, context))
        case .agreement(let session, let documents):
            .agreement(flow.makeAgreementViewModel(for: session, to: documents))
        case .home(let session): .home(flow.makeHomeViewModel(for: session))
        case .account(let session): .account(flow.makeAccountViewModel(for: session))
        case .profile(let session): .profile(flow.makeProfileViewModel(for: session))
        case .totp(let session): .totp(flow.makeTOTPViewModel(for: session))
        }
    }
}
