import Domain
import Presentation

/// A screen with a form, which passes on what is done to it.
@MainActor
protocol FormScene: Scene {
    associatedtype Model: FormViewModel

    var model: Model { get }
}

extension FormScene {
    func edit(_ field: AccountField, _ text: String) { model.edit(field, text) }
    func focus(_ field: AccountField?) { model.focus(field) }
    func reveal(_ field: AccountField, _ isRevealed: Bool) { model.reveal(field, isRevealed) }
    func pressReturn() async { await model.pressReturn() }
}
