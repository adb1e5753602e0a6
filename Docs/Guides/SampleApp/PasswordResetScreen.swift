import Domain
import Presentation
import SwiftUI

struct PasswordResetScreen: View {
    let model: PasswordResetViewModel

    var body: some View {
        let state = model.state.value
        FormScreen(name: .passwordReset, model: model, form: state.form, message: message, cancel: model.cancel) {
            switch state.stage {
            case .askingID:
                submit(.requestCode, .requestCode)
                Button(messages.title(of: ButtonName.enterCode)) { model.enterCode() }
            case .sent:
                submit(.enterCode, .setPassword)
                Button(messages.title(of: ButtonName.resendCode)) { Task { await model.resend() } }
                    .disabled(!state.canResend)
                Button(messages.title(of: ButtonName.changeID)) { model.askForID() }
            case .enteringCode: submit(state.proof == .message ? .enterReceivedCode : .enterRecoveryCode, .setPassword)
            case .done:
                Text(messages.text(of: Prompt.passwordSet))
                Button(messages.title(of: ButtonName.signIn)) { model.signIn() }
            }
        }
        .task { await model.appear() }
    }

    @ViewBuilder private func submit(_ prompt: Prompt, _ name: ButtonName) -> some View {
        Text(messages.text(of: prompt))
        Button(messages.title(of: name)) { Task { await model.submit() } }.disabled(!model.state.value.canSubmit)
    }

    private var message: String? {
        model.state.value.phase.message { failure in
            switch failure {
            case .notRequested(let error): messages.message(for: error)
            case .notSet(let error): messages.message(for: error)
            }
        }
    }
}
