import Domain
import Presentation

/// The view model of a screen that a walk has come to.
enum WalkScreen {
    case start(StartViewModel)
    case signUp(SignUpViewModel)
    case signIn(SignInViewModel)
    case home(HomeViewModel)
    case account(AccountViewModel)

    /// Makes the view model of the screen that is shown.
    @MainActor
    init?(_ flow: RootFlowViewModel) {
        switch flow.state.value.route {
        case .start: self = .start(flow.makeStartViewModel())
        case .signUp: self = .signUp(flow.makeSignUpViewModel())
        case .signIn: self = .signIn(flow.makeSignInViewModel())
        case .home(let session): self = .home(flow.makeHomeViewModel(for: session))
        case .account(let session): self = .account(flow.makeAccountViewModel(for: session))
        case nil: return nil
        }
    }

    /// Whether the action is enabled exactly while the form is valid and nothing is being submitted.
    @MainActor
    func isConsistent(_ validator: some FormValidating) -> Bool {
        switch self {
        case .start, .home: true
        case .signUp(let screen):
            screen.state.value.canSubmit
                == (validator.issues(in: screen.state.value.form.form).isEmpty
                    && screen.state.value.phase != .submitting)
        case .signIn(let screen):
            screen.state.value.canSubmit
                == ([.id, .password].allSatisfy { !screen.state.value.form.form[$0].isEmpty }
                    && screen.state.value.phase != .submitting)
        case .account(let screen):
            screen.state.value.canChangePassword
                == (screen.state.value.form.isValid && screen.state.value.phase != .submitting)
        }
    }

    /// What is typed, in so far as it is good for something now and then.
    static let texts: [AccountField: [String]] = [
        .id: ["", "kim@x.com", "lee@x.com"], .password: ["", "password1", "password1", "password2"],
        .confirmation: ["", "password1", "password1", "password2"], .nickname: ["", "Kim", "Kim"],
        .currentPassword: ["", "password1", "password1", "password2"],
    ]
}
