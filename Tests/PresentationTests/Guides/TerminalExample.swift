import Domain
import Presentation

/// Returns a sign-in screen as lines of text.
func lines(of state: SignInState, in messages: any MessageCatalog) -> [String] {
    var lines: [String] = []
    for field in state.form.fields {
        let text = state.form.form[field]
        let shown = field.isSecret ? String(repeating: "•", count: text.count) : text
        lines.append("\(messages.label(of: field)): \(shown)")
        if let hint = state.form.hint(for: field, in: messages) { lines.append("  ✘ \(hint)") }
    }
    let title = messages.title(of: ButtonName.signIn)
    lines.append(state.canSubmit ? "⟨\(title)⟩" : "(\(title))")
    return lines
}

/// Draws the screen after every change, as long as its view model exists.
@MainActor
func draw(
    _ states: AsyncStream<SignInState>,
    in messages: any MessageCatalog,
    on terminal: ([String]) -> Void
) async {
    for await state in states { terminal(lines(of: state, in: messages)) }
}
