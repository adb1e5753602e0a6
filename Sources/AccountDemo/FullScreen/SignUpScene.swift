import Domain
import Presentation

/// The sign-up screen.
@MainActor
final class SignUpScene: FormScene {
    let model: SignUpViewModel

    init(_ model: SignUpViewModel) {
        self.model = model
    }

    private var state: SignUpState { model.state.value }

    var title: ScreenName { .signUp }
    var form: FormState? { state.form }
    var elapsed: Duration? { state.awaited }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        state.form.parts(in: words, editors: editors, showsRules: true) + [ScenePart(.gap)]
            + state.notes(in: words) { words.messages.message(for: $0) }
            + [words.button(.signUp, isEnabled: state.canSubmit), words.button(.signIn)]
    }

    func observe(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        model.state.observe { _ in changed() }
    }

    func press(_ item: SceneItem) async {
        if item == .button(.signIn) { model.switchToSignIn() } else { await model.submit() }
    }

    func escape() {
        if elapsed == nil { model.cancel() } else { model.stop() }
    }
}
