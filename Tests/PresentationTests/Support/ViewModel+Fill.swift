import Domain
import Presentation

extension SignUpViewModel {
    /// Types a whole form, field by field.
    func fill(_ form: AccountForm) {
        for field in state.value.form.fields { edit(field, form[field]) }
    }
}

extension SignInViewModel {
    /// Types a whole form, field by field.
    func fill(_ form: AccountForm) {
        for field in state.value.form.fields { edit(field, form[field]) }
    }
}
