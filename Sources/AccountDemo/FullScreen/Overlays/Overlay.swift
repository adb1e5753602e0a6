import App
import Domain
import Presentation

/// A screen of the demo that covers a screen of the app and takes its keys.
@MainActor
protocol Overlay {
    /// Whether it belongs to the screen below, and disappears with it.
    var belongsToScreen: Bool { get }
    func cover(_ content: inout ScreenContent, in text: any DemoText)

    /// Handles a key, and returns what follows; a page is a number of lines.
    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer

    /// Selects an element of the content, or a button of its alert, which was clicked.
    mutating func select(_ place: Int, in text: any DemoText)
}

extension Overlay {
    var belongsToScreen: Bool { true }
}

/// What follows a key that an overlay has handled.
enum OverlayAnswer {
    case stay
    case close

    /// Closes the overlay and leaves the screen below.
    case leave

    /// Closes the overlay and presses an item of the screen below.
    case pressItem(SceneItem)

    /// Closes the overlay and signs an account out in the account switcher.
    case signOut(SessionID)

    /// Closes the overlay and handles another key.
    case press(Key)

    /// Closes the overlay and opens the app of a preset.
    case open(AppSettings.Preset)

    /// Closes the overlay and shows an account, after a sign-in if that is necessary.
    case show(AccountID)
}

extension ScreenContent {
    /// Shows the text that the user searches, with the cursor behind it, and then its place among what was found.
    mutating func showSearch(for query: String, _ place: String = "", in text: any DemoText) {
        status = text.search + " " + query + place
        statusCursor = text.search.columns + 1 + query.columns
        sought = query
    }
}

extension String {
    /// Whether a line has the text that the user searches, in upper or lower case.
    func isFound(by query: String) -> Bool { query.isEmpty || lowercased().contains(query.lowercased()) }
}

extension Key {
    /// Whether the key presses a button.
    var isPress: Bool { self == .enter || self == .text(" ") }

    /// Whether the key moves by a page in a list or a text.
    var turnsPage: Bool { self == .pageUp || self == .pageDown || self == .text(" ") }

    /// The answer of y or n, which are ㅛ and ㅜ on a Korean keyboard; nil for other keys.
    var isYes: Bool? {
        switch self {
        case .text("y"), .text("Y"), .text("ㅛ"): true
        case .text("n"), .text("N"), .text("ㅜ"): false
        default: nil
        }
    }

    /// Returns what the key makes of a text that is searched; nil if it does not change it.
    func edited(_ query: String) -> String? {
        switch self {
        // The letters of a pasted Korean syllable may be apart.
        case .text(let text), .paste(let text): (query + text.filter { !$0.isNewline }).composed
        case _ where query.isEmpty: nil
        case .backspace: String(query.dropLast())
        case .control("u"), .deleteWord, .escape: ""
        default: nil
        }
    }

    /// Returns the index that the key selects in a row of items; nil if it does not move the selection.
    ///
    /// The letters j and k, which move as in vi, are ㅓ and ㅏ on a Korean keyboard.
    func moved(_ selection: Int, of count: Int) -> Int? {
        switch self {
        case .left, .up, .backTab, .control("p"), .text("k"), .text("ㅏ"): (selection + count - 1) % count
        case .right, .down, .tab, .control("n"), .text("j"), .text("ㅓ"): (selection + 1) % count
        case .home, .pageUp: 0
        case .end, .pageDown: count - 1
        default: nil
        }
    }

    /// Returns the line that the key selects in a long list; nil if it does not move the selection.
    func scrolled(_ line: Int, of count: Int, page: Int) -> Int? {
        let target: Int? =
            switch self {
            case .up, .backTab, .control("p"): line - 1
            case .down, .tab, .control("n"): line + 1
            case .pageUp: line - page
            case .pageDown: line + page
            case .home: 0
            case .end: count - 1
            default: nil
            }
        return target.map { min(max($0, 0), max(count - 1, 0)) }
    }
}
