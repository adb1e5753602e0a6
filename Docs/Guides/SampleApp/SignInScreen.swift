import Presentation
import SwiftUI

struct SignInScreen: View {
    let model: SignInViewModel
    var body: some View {
        let state = model.state.value
        FormScreen(name: .signIn, model: model, submission: state.submission, failure: messages.message(for:)) {
            let remembers = Binding(get: { state.remembers }, set: { @MainActor in model.remember($0) })
            Toggle(messages.title(of: ButtonName.remember), isOn: remembers)
            ActionButton(name: .signIn, isEnabled: state.canSubmit) { await model.submit() }
            ActionButton(name: .signUp) { model.switchToSignUp() }
            if state.offersPasswordReset { ActionButton(name: .forgotPassword) { model.resetPassword() } }
            if state.pendingConfirmation != nil { ActionButton(name: .confirmAddress) { model.confirmAddress() } }
        }
        .task { await model.appear() }
    }
}
