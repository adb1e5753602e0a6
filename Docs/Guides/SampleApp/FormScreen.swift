import Accessibility
import Domain
import Presentation
import SwiftUI

/// A screen with the fields of a form, the message about its submission, and buttons.
struct FormScreen<Model: FormViewModel, Buttons: View>: View {
    let name: ScreenName
    let model: Model
    let form: FormState
    let message: String?
    var cancel: (@MainActor () -> Void)?
    @ViewBuilder let buttons: Buttons
    @FocusState private var focus: AccountField?

    var body: some View {
        Form {
            ForEach(form.fields, id: \.self) { row(for: $0) }
            if let message { Text(message).foregroundStyle(.red) }
            buttons
        }
        .navigationTitle(messages.title(of: name))
        .toolbar {
            if let cancel {
                ToolbarItem(placement: .cancellationAction) { Button(messages.title(of: ButtonName.back)) { cancel() } }
            }
        }
        // Each of the two follows the other, so a change that has overtaken this one counts.
        .onChange(of: focus) { _, field in if field != model.focusedField { model.focus(field) } }
        .onChange(of: form.focus, initial: true) { focus = model.focusedField }
        .onChange(of: form) { earlier, form in announce(form.announcement(since: earlier, in: messages)) }
        .onChange(of: message) { _, message in announce(message) }
    }

    private func row(for field: AccountField) -> some View {
        let hint = form.hint(for: field, in: messages)
        return VStack(alignment: .leading) {
            HStack {
                FormField(field: field, model: model, form: form)
                    .input(form.content(of: field))
                    .focused($focus, equals: field)
                    .submitLabel(form.returnKey == .submit ? .go : .next)
                    // SwiftUI may have taken the focus from the field before the task runs.
                    .onSubmit {
                        Task {
                            model.focus(field)
                            await model.pressReturn()
                        }
                    }
                    .accessibilityHint(hint ?? "")
                if field.isSecret {
                    let name = form.isObscured(field) ? ButtonName.reveal : .obscure
                    Button(messages.title(of: name)) { model.reveal(field, form.isObscured(field)) }
                        .buttonStyle(.borderless)
                }
            }
            // Another kind of field would lose the focus.
            if field.isSecret, !form.isObscured(field) { Text(form.form[field]) }
            if let hint { Text(hint).font(.footnote).foregroundStyle(.red).accessibilityHidden(true) }
        }
    }

    private func announce(_ text: String?) {
        if let text { AccessibilityNotification.Announcement(text).post() }
    }
}

extension SubmissionPhase {
    /// Returns the message about a submission; nil if there is none.
    func message(for failure: (Failure) -> String) -> String? {
        switch self {
        case .idle, .submitting, .done: nil
        case .failed(let error): failure(error)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}
