import Domain
import Presentation

extension FormState {
    /// The fields of the form as parts of a scene.
    ///
    /// - Parameters:
    ///   - words: The words to use.
    ///   - editors: The lines in which the fields are typed.
    ///   - showsRules: Whether the rules of the field that is typed into are listed below it.
    /// - Returns: The parts.
    func parts(
        in words: SceneWords,
        editors: [AccountField: LineEditor],
        showsRules: Bool = false
    ) -> [ScenePart] {
        fields.flatMap { field in
            let (mark, message) = mark(of: field, in: words)
            let element = ScreenElement.Field(
                words.messages.label(of: field),
                editors[field] ?? LineEditor(form[field]),
                isMasked: isObscured(field),
                mark: mark,
                message: message
            )
            let part = ScenePart(.field(element), .field(field))
            guard showsRules, field == focus, !checklist.isEmpty else { return [part] }
            let rules = checklist.map {
                ScreenElement.Rule(words.messages.text(of: $0.requirement), $0.status.onScreen)
            }
            return [part, ScenePart(.checklist(rules))]
        }
    }

    private func mark(
        of field: AccountField,
        in words: SceneWords
    ) -> (mark: ScreenElement.Field.Mark, message: String?) {
        func message(_ issues: [ValidationIssue]) -> String? {
            issues.first.map { words.messages.message(for: FieldIssue(field: field, issue: $0)) }
        }
        // What was refused at the last key press is told first; the field itself stands as it stood.
        let refusal = refusal.flatMap { $0.field == field ? words.messages.message(for: $0) : nil }
        switch self[field] {
        case .untouched, .editing: return (refusal == nil ? .neutral : .invalid, refusal)
        case .valid: return (refusal == nil ? .valid : .invalid, refusal)
        case .invalid(let issues): return (.invalid, refusal ?? message(issues))
        case .rejected(let issues): return (.rejected, refusal ?? message(issues))
        }
    }
}

extension ChecklistItem.Status {
    fileprivate var onScreen: ScreenElement.Rule.Mark {
        switch self {
        case .satisfied: .kept
        case .violated: .broken
        case .pending: .open
        }
    }
}

extension SubmissionState {
    /// What is to be said below the form: why the submission failed, and how long to wait.
    func notes(in words: SceneWords, _ message: (Failure) -> String) -> [ScenePart] {
        guard case .failed(let failure) = phase else { return [] }
        let lines = [message(failure)] + (wait.map { [words.wait($0)] } ?? [])
        return lines.map { ScenePart(.text($0, style: CellStyle(color: .red))) }
    }

    /// How long the answer has been awaited; nil while none is.
    var awaited: Duration? { phase == .submitting ? elapsed : nil }
}

extension SceneWords {
    /// A button as part of a scene.
    func button(_ name: ButtonName, isEnabled: Bool = true) -> ScenePart {
        ScenePart(.button(messages.title(of: name), isEnabled: isEnabled), .button(name))
    }
}
