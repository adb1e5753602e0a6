import Domain
import Presentation

/// The sign-in screen.
@MainActor
final class SignInScene: FormScene {
    let model: SignInViewModel

    init(_ model: SignInViewModel) {
        self.model = model
    }

    private var state: SignInState { model.state.value }

    var title: ScreenName { .signIn }
    var form: FormState? { state.form }
    var elapsed: Duration? { state.submission.awaited }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = state.form.parts(in: words, editors: editors)
        parts.append(ScenePart(.gap))
        parts.append(ScenePart(.checkBox(words.messages.title(of: .remember), isOn: state.remembers), .remember))
        if let terms = state.terms, terms.layout == .full {
            parts += terms.terms.documents.map { document in
                ScenePart(
                    .checkBox(words.name(of: document, in: terms.terms), isOn: terms.agreed.contains(document)),
                    .agree(document)
                )
            }
            parts.append(words.button(.terms))
        }
        parts.append(ScenePart(.gap))
        parts += state.submission.notes(in: words) { words.messages.message(for: $0) }
        parts += [words.button(.signIn, isEnabled: state.canSubmit), words.button(.signUp)]
        if state.terms?.layout == .link {
            parts += [ScenePart(.gap), words.button(.terms)]
        }
        return parts
    }

    func observe(_ changed: @escaping @MainActor () -> Void) -> Subscription { model.state.observe { _ in changed() } }

    func appear() async { await model.appear() }

    func press(_ item: SceneItem) async {
        switch item {
        case .remember: model.remember(!state.remembers)
        case .agree(let document): model.agree(to: document, state.terms?.agreed.contains(document) == false)
        case .button(.signUp): model.switchToSignUp()
        case .button: await model.submit()
        case .field: await model.pressReturn()
        }
    }

    func escape() {
        if elapsed == nil { model.cancel() } else { model.stop() }
    }
}

extension SceneWords {
    /// What a document is called on a check box.
    fileprivate func name(of document: ConsentDocument, in terms: Terms) -> String {
        let kind = terms.required.contains(document) ? text.requiredTerms : text.optionalTerms
        return "\(document.name) (\(kind))"
    }
}
