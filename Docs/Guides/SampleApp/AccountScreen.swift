import Presentation
import SwiftUI

struct AccountScreen: View {
    let model: AccountViewModel

    var body: some View {
        let state = model.state.value
        FormScreen(name: .account, model: model, form: state.form, message: message, cancel: model.cancel) {
            if state.offersPasswordChange {
                Button(messages.title(of: ButtonName.changePassword)) { Task { await model.changePassword() } }
                    .disabled(!state.canChangePassword)
            }
            if state.offersRecoveryCode {
                Button(messages.title(of: ButtonName.makeRecoveryCode)) { Task { await model.makeRecoveryCode() } }
                    .disabled(!state.canConfirm)
            }
            if state.offersDeletion {
                Button(messages.title(of: ButtonName.deleteAccount), role: .destructive) { model.askToDeleteAccount() }
                    .disabled(!state.canDeleteAccount)
            }
        }
    }

    private var message: String? {
        model.state.value.phase.message { failure in
            switch failure {
            case .passwordNotChanged(let error): messages.message(for: error)
            case .notDeleted(let error): messages.message(for: error)
            case .recoveryCodeNotMade(let error): messages.message(for: error)
            case .notExported(let error): messages.message(for: error)
            case .confirmationNotSent(let error): messages.message(for: error)
            }
        }
    }
}
