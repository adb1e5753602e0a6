import Domain
import Presentation

/// Returns a screen for a step, such as a second factor, as lines of text.
func lines(of state: ChallengeState, in messages: any MessageCatalog) -> [String] {
    var lines = [messages.message(for: state.challenge)]
    lines.append("\(messages.label(of: .code)): \(state.form.form[.code])")
    if case .failed(let error) = state.phase {
        lines.append("✘ \(messages.message(for: error, of: state.challenge))")
    }
    if state.canSubmit { lines.append("⟨\(messages.title(of: ButtonName.submitCode))⟩") }
    if state.canResend { lines.append("⟨\(messages.title(of: ButtonName.resendCode))⟩") }
    return lines
}

/// Returns what the screen for one-time passwords shows above its form: the key, also as a QR code.
func lines(of stage: TOTPState.Stage, in messages: any MessageCatalog) -> [String] {
    switch stage {
    case .checking: []
    case .off: [messages.text(of: Prompt.beginTOTP)]
    case .confirming(let setup):
        (QRCode(setup.revealedURI)?.text.split(separator: "\n").map(String.init) ?? [])
            + [messages.text(of: Prompt.confirmTOTP), setup.secret.revealed]
    case .on: [messages.text(of: Prompt.disableTOTP)]
    }
}
