import Presentation
import SwiftUI

struct AccountScreen: View {
    let model: AccountViewModel
    var body: some View {
        let state = model.state.value
        FormScreen(name: .account, model: model, submission: state.submission, failure: messages.message(for:)) {
            if state.offersPasswordChange {
                ActionButton(name: .changePassword, isEnabled: state.canChangePassword) { await model.changePassword() }
            }
            if state.offersRecoveryCode {
                ActionButton(name: .makeRecoveryCode, isEnabled: state.canConfirm) { await model.makeRecoveryCode() }
            }
            if state.offersConfirmation {
                ActionButton(name: .confirmAddress, isEnabled: state.canConfirmAddress) { await model.confirmAddress() }
            }
            if state.offersDeletion {
                Button(messages.title(of: ButtonName.deleteAccount), role: .destructive) { model.askToDeleteAccount() }
                    .disabled(!state.canDeleteAccount)
            }
        }
        .task { await model.appear() }
        // An operation of this screen cannot be stopped.
        .navigationBarBackButtonHidden(state.phase == .submitting)
    }
}
