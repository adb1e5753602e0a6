import Domain
import Presentation

/// The start screen.
@MainActor
final class StartScene: Scene {
    private let model: StartViewModel

    init(_ model: StartViewModel) {
        self.model = model
    }

    var title: ScreenName { .start }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        switch model.state.value {
        case .idle: [words.button(.start)]
        case .checking: [ScenePart(.text(words.restoring)), words.button(.start, isEnabled: false)]
        case .unavailable(let error):
            [
                ScenePart(
                    .text(words.messages.message(forUnavailableSession: error), style: CellStyle(color: .red))
                ),
                ScenePart(.gap), words.button(.retry),
            ]
        }
    }

    func observe(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        model.state.observe { _ in changed() }
    }

    func press(_ item: SceneItem) async { await model.start() }
}
