import Presentation
import SwiftUI

struct SignUpScreen: View {
    let model: SignUpViewModel

    var body: some View {
        let state = model.state.value
        let message = state.phase.message(for: messages.message(for:))
        FormScreen(name: .signUp, model: model, form: state.form, message: message, cancel: model.cancel) {
            ForEach(state.form.checklist, id: \.self) { item in
                let image = item.status == .satisfied ? "checkmark.circle" : "circle"
                Label(messages.text(of: item.requirement), systemImage: image)
            }
            Button(messages.title(of: ButtonName.signUp)) { Task { await model.submit() } }
                .disabled(!state.canSubmit)
        }
    }
}
