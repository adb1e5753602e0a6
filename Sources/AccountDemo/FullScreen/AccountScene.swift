import Domain
import Presentation

/// The account screen.
@MainActor
final class AccountScene: FormScene {
    let model: AccountViewModel

    init(_ model: AccountViewModel) {
        self.model = model
    }

    private var state: AccountState { model.state.value }

    var title: ScreenName { .account }
    var form: FormState? { state.form }
    var elapsed: Duration? { state.submission.awaited }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = [ScenePart(.text(state.signedInID.text, style: .bold)), ScenePart(.gap)]
        parts += state.form.parts(in: words, editors: editors, showsRules: true)
        parts.append(ScenePart(.gap))
        parts += state.submission.notes(in: words) { failure in
            switch failure {
            case .passwordNotChanged(let error): words.messages.message(for: error)
            case .notDeleted(let error): words.messages.message(for: error)
            }
        }
        if state.offersPasswordChange {
            parts.append(words.button(.changePassword, isEnabled: state.canChangePassword))
        }
        return parts + [words.button(.deleteAccount, isEnabled: state.canDeleteAccount), words.button(.back)]
    }

    func observe(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        model.state.observe { _ in changed() }
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.deleteAccount): model.askToDeleteAccount()
        case .button(.back): model.cancel()
        default: await model.changePassword()
        }
    }

    func escape() { model.cancel() }
}
