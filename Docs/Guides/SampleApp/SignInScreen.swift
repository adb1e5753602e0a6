import Presentation
import SwiftUI

struct SignInScreen: View {
    let model: SignInViewModel

    var body: some View {
        let state = model.state.value
        let message = state.phase.message(for: messages.message(for:))
        FormScreen(name: .signIn, model: model, form: state.form, message: message) {
            Button(messages.title(of: ButtonName.signIn)) { Task { await model.submit() } }
                .disabled(!state.canSubmit)
            Button(messages.title(of: ButtonName.signUp)) { model.switchToSignUp() }
            if state.offersPasswordReset {
                Button(messages.title(of: ButtonName.forgotPassword)) { model.resetPassword() }
            }
        }
        .task { await model.appear() }
    }
}
