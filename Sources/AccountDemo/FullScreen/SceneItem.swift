import Domain
import Presentation

/// What can have the focus on a screen, and be pressed.
enum SceneItem: Hashable, Sendable {
    case field(AccountField)
    case remember
    case agree(ConsentDocument)
    case button(ButtonName)
}
