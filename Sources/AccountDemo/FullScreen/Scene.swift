import Domain
import Presentation

/// A screen of the app, driven through its view model and drawn from the view model's state alone.
@MainActor
protocol Scene: AnyObject {
    var title: ScreenName { get }

    /// What the form on the screen holds; nil where there is none.
    var form: FormState? { get }

    /// How long an answer has been awaited; nil while none is.
    var elapsed: Duration? { get }

    /// The terms that can be read from here; none where there are none.
    var terms: [ConsentDocument] { get }

    /// The parts from top to bottom.
    ///
    /// - Parameters:
    ///   - words: The words to use.
    ///   - editors: The lines in which the fields are typed.
    /// - Returns: The parts, some of which can have the focus.
    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart]

    /// Calls a function whenever something else is to be drawn.
    func observe(_ changed: @escaping @MainActor () -> Void) -> ObservationToken

    /// Does what is to be done when the screen is seen.
    func appear() async

    func edit(_ field: AccountField, _ text: String)
    func focus(_ field: AccountField?)
    func reveal(_ field: AccountField, _ isRevealed: Bool)

    /// Performs the return key in a field.
    func pressReturn() async

    /// Performs what an item stands for.
    func press(_ item: SceneItem) async

    /// Stops what is awaited, or goes back where that is possible.
    func escape()
}

/// What a screen without a form has to say to all that.
extension Scene {
    var form: FormState? { nil }
    var elapsed: Duration? { nil }
    var terms: [ConsentDocument] { [] }
    func appear() async {}
    func edit(_ field: AccountField, _ text: String) {}
    func focus(_ field: AccountField?) {}
    func reveal(_ field: AccountField, _ isRevealed: Bool) {}
    func pressReturn() async {}
    func escape() {}
}
