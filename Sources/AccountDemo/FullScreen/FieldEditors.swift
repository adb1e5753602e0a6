import Domain
import Presentation

/// The editors of the fields of a form, each with its cursor.
@MainActor
final class FieldEditors {
    private(set) var editors: [AccountField: LineEditor] = [:]

    /// Whether the last key was a paste of several lines into a field with a secret, which is refused.
    private(set) var hasRefusedPaste = false

    func reset() { editors = [:] }

    func beginKey() { hasRefusedPaste = false }

    /// Handles a key in a field of a form.
    func type(_ key: Key, into field: AccountField, of model: any FormViewModel) {
        model.focus(field)
        // Another text than the user's own would be hidden.
        if case .paste(let text) = key, field.isSecret, text.split(whereSeparator: \.isNewline).count > 1 {
            hasRefusedPaste = true
            return
        }
        // Typed characters may arrive together; a limit rejects only the excess ones.
        let keys: [Key] = if case .text(let text) = key { text.map { .text(String($0)) } } else { [key] }
        for key in keys {
            var editor = editors[field] ?? LineEditor(model.formState.form[field])
            guard editor.press(key) else { return }
            model.edit(field, editor.text)
            // A limit of the form may have rejected the text.
            editor.replaceText(model.formState.form[field])
            editors[field] = editor
        }
    }

    /// Selects the passwords that were refused, which cannot be corrected without being seen.
    func selectRefused(of form: FormState) {
        for field in form.fields where field == .password || field == .currentPassword {
            guard case .rejected = form[field] else { continue }
            editors[field, default: LineEditor(form.form[field])].isSelected = true
        }
    }

    /// Copies the texts of a form, because it may have changed them.
    func adopt(_ form: FormState) {
        for field in form.fields { editors[field]?.replaceText(form.form[field]) }
    }
}
