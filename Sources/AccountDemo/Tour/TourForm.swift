import Domain
import Presentation

/// A screen with a form that the tour fills in.
@MainActor
protocol TourForm: FormViewModel {
    var formState: FormState { get }
    var canSubmit: Bool { get }

    /// The button that submits the form.
    var button: ButtonName { get }

    func submit() async
}

extension SignUpViewModel: TourForm {
    var formState: FormState { state.value.form }
    var canSubmit: Bool { state.value.canSubmit }
    var button: ButtonName { .signUp }
}

extension SignInViewModel: TourForm {
    var formState: FormState { state.value.form }
    var canSubmit: Bool { state.value.canSubmit }
    var button: ButtonName { .signIn }
}
