import Presentation
import SwiftUI

struct SignUpScreen: View {
    let model: SignUpViewModel
    var body: some View {
        let state = model.state.value
        FormScreen(name: .signUp, model: model, submission: state.submission, failure: messages.message(for:)) {
            ForEach(state.form.checklist, id: \.self) { item in
                let images = [ChecklistItem.Status.satisfied: "checkmark.circle", .violated: "xmark.circle"]
                Label(messages.text(of: item.requirement), systemImage: images[item.status] ?? "circle")
                    .accessibilityValue(messages.text(of: item.status))
            }
            ActionButton(name: .signUp, isEnabled: state.canSubmit) { await model.submit() }
            ActionButton(name: .signIn) { model.switchToSignIn() }
        }
    }
}
