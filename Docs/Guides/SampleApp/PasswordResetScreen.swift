import Domain
import Presentation
import SwiftUI

struct PasswordResetScreen: View {
    let model: PasswordResetViewModel

    var body: some View {
        let state = model.state.value
        FormScreen(name: .passwordReset, model: model, form: state.form, message: message, cancel: model.cancel) {
            Text(messages.text(of: prompt))
            switch state.stage {
            case .askingID:
                submit(.requestCode)
                Button(messages.title(of: ButtonName.enterCode)) { model.enterCode() }
            case .sent:
                submit(.setPassword)
                Button(messages.title(of: ButtonName.resendCode)) { Task { await model.resend() } }
                    .disabled(!state.canResend)
            case .enteringCode: submit(.setPassword)
            case .done: Button(messages.title(of: ButtonName.signIn)) { model.signIn() }
            }
        }
        .task { await model.appear() }
    }

    private func submit(_ name: ButtonName) -> some View {
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

    private var prompt: Prompt {
        let state = model.state.value
        return switch state.stage {
        case .askingID: .requestCode
        case .sent: .enterCode
        case .enteringCode: state.proof == .message ? .enterReceivedCode : .enterRecoveryCode
        case .done: .passwordSet
        }
    }
}
