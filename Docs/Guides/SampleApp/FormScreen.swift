import Accessibility
import Domain
import Presentation
import SwiftUI

/// A screen with the fields of a form, the message about its submission, and buttons.
struct FormScreen<Model: FormViewModel, Buttons: View>: View {
    let name: ScreenName
    let model: Model
    let submission: SubmissionState<Model.Failure>
    let failure: (Model.Failure) -> String
    @ViewBuilder let buttons: Buttons
    @FocusState private var focus: AccountField?

    var body: some View {
        let form = submission.form
        let message = submission.phase.message(in: messages, for: failure)
        Form {
            ForEach(form.fields, id: \.self) { row(for: $0, of: form) }
            if let message { Text(message).foregroundStyle(.red) }
            if submission.phase == .submitting { ProgressView() }
            buttons
        }
        // By default, a form of macOS does not scroll.
        .formStyle(.grouped).navigationTitle(messages.title(of: name))
        // Each of the two follows the other, so a change that has overtaken this one counts.
        .onChange(of: focus) { _, field in if field != model.focusedField { model.focus(field) } }
        .onChange(of: form.focus, initial: true) { focus = model.focusedField }
        .onChange(of: form.errors(with: message, in: messages)) { earlier, errors in
            guard let text = errors.announcement(since: earlier) else { return }
            var announcement = AttributedString(text)
            // Otherwise VoiceOver stops it when the focus moves.
            announcement.accessibilitySpeechAnnouncementPriority = .high
            AccessibilityNotification.Announcement(announcement).post()
        }
    }

    private func row(for field: AccountField, of form: FormState) -> some View {
        VStack(alignment: .leading) {
            HStack {
                FormField(field: field, model: model, form: form)
                    .input(form.content(of: field))
                    .focused($focus, equals: field)
                    .submitLabel(form.returnKey == .submit ? .go : .next)
                    .onSubmit {
                        // At once, so that the keyboard stays.
                        if case .next(let next) = form.returnKey { return focus = next }
                        Task { await model.pressReturn(in: field) }
                    }
                if field.isSecret {
                    let name = form.isObscured(field) ? ButtonName.reveal : .obscure
                    Button(messages.title(of: name)) { model.reveal(field, form.isObscured(field)) }
                        .buttonStyle(.borderless)
                        .accessibilityLabel(form.revealLabel(of: field, in: messages))
                }
            }
            // Another kind of field would lose the focus.
            if field.isSecret, !form.isObscured(field) { Text(form.form[field]) }
            if let hint = form.hint(for: field, in: messages) { Text(hint).font(.footnote).foregroundStyle(.red) }
        }
    }
}

/// A button with an operation.
struct ActionButton: View {
    let name: ButtonName
    var isEnabled = true
    let action: @MainActor () async -> Void

    var body: some View { Button(messages.title(of: name)) { Task { await action() } }.disabled(!isEnabled) }
}

/// A field of a form; it shows the text of the form again if the form rejects a new one.
struct FormField<Model: FormViewModel>: View {
    let field: AccountField
    let model: Model
    let form: FormState
    @State private var text = ""

    var body: some View {
        let label = form.label(of: field, in: messages)
        Group {
            if field.isSecret { SecureField(label, text: $text) } else { TextField(label, text: $text) }
        }
        // Without a change of this state, SwiftUI would go on showing a rejected text.
        .onChange(of: text) { _, new in if new != model[field], !model.edit(field, new) { text = model[field] } }
        .onChange(of: form.form[field], initial: true) { _, stored in text = stored }
    }
}
