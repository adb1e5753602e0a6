import Domain
import Presentation
import SwiftUI

struct PasswordResetScreen: View {
    let model: PasswordResetViewModel
    var body: some View {
        let state = model.state.value
        FormScreen(name: .passwordReset, model: model, submission: state.submission, failure: messages.message(for:)) {
            switch state.stage {
            case .askingID:
                submit(.requestCode, .requestCode)
                ActionButton(name: .enterCode) { model.enterCode() }
            case .sent:
                submit(.enterCode, .setPassword)
                ActionButton(name: .resendCode, isEnabled: state.canResend) { await model.resend() }
                ActionButton(name: .changeID) { model.askForID() }
            case .enteringCode: submit(state.proof == .message ? .enterReceivedCode : .enterRecoveryCode, .setPassword)
            case .done:
                Text(messages.text(of: Prompt.passwordSet))
                ActionButton(name: .signIn) { model.signIn() }
            }
        }
        .navigationBarBackButtonHidden(state.phase == .submitting)
        .task { await model.appear() }
    }

    @ViewBuilder private func submit(_ prompt: Prompt, _ name: ButtonName) -> some View {
        Text(messages.text(of: prompt))
        ActionButton(name: name, isEnabled: model.state.value.canSubmit) { await model.submit() }
    }
}
