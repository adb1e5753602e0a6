import Domain
import Presentation

/// The main screen, whether somebody is signed in or not.
@MainActor
final class HomeScene: Scene {
    private let model: HomeViewModel

    init(_ model: HomeViewModel) {
        self.model = model
    }

    private var state: HomeState { model.state.value }

    var title: ScreenName { state.signedInID == nil ? .main : .welcome }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = []
        if let name = state.name, let id = state.signedInID {
            parts.append(ScenePart(.text(words.messages.greeting(to: name), style: .bold)))
            if id.text != name { parts.append(ScenePart(.text(id.text, style: .faint))) }
        }
        if case .failed(let error) = state.phase {
            parts.append(ScenePart(.text(words.messages.message(for: error), style: CellStyle(color: .red))))
        }
        parts.append(ScenePart(.gap))
        parts.append(words.button(state.action, isEnabled: state.canAct))
        if state.signedInID != nil {
            parts.append(words.button(.account, isEnabled: state.canAct))
            parts.append(words.button(.deleteAccount, isEnabled: state.canAct))
        }
        return parts
    }

    func observe(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        model.state.observe { _ in changed() }
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.account): model.openAccount()
        case .button(.deleteAccount): model.askToDeleteAccount()
        default: await model.act()
        }
    }
}
