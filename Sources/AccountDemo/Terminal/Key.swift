/// What somebody presses, types or pastes.
package enum Key: Hashable, Sendable {
    /// One or more characters that came together.
    case text(String)

    /// What was pasted, whatever is in it.
    case paste(String)

    case enter
    case tab
    case backTab
    case escape
    case backspace
    case delete
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown

    /// F1 to F12.
    case function(Int)

    /// A letter, in lower case, with the control key.
    case control(Character)
}
