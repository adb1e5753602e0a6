import Presentation

/// A key that works on every screen, in the order of the menu.
package enum MenuKey: CaseIterable, Sendable {
    case move, back, reveal, language, preset, sessions, accounts, suspend, quit

    /// The name of the key, on every keyboard.
    var name: String {
        switch self {
        case .move: "Tab ↑ ↓"
        case .back: "Esc"
        case .reveal: "^R"
        case .language: "F2"
        case .preset: "F3"
        case .sessions: "F4"
        case .accounts: "F5"
        case .suspend: "^Z"
        case .quit: "^C"
        }
    }

    /// The key that the menu can press; nil for the others.
    var key: Key? {
        switch self {
        case .language: .function(2)
        case .preset: .function(3)
        case .sessions: .function(4)
        case .accounts: .function(5)
        case .quit: .control("c")
        case .move, .back, .reveal, .suspend: nil
        }
    }
}

/// The menu of the keys, each of which it can press, for terminals that keep some keys to themselves.
struct KeyMenu: Overlay {
    private var selection = 0

    private static let keys = MenuKey.allCases.filter { $0.key != nil }
    private static let others = MenuKey.allCases.filter { $0.key == nil }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        func line(_ key: MenuKey) -> String {
            key.name + String(repeating: " ", count: max(9 - key.name.columns, 1)) + text.meaning(of: key)
        }
        content = ScreenContent(
            title: "AccountFlow — " + text.keyMenu,
            elements: Self.keys.map { .button(line($0), isEnabled: true) } + [.gap]
                + Self.others.map { .text("  " + line($0), style: .dim) },
            focus: selection,
            help: text.hints([.close, .press, .move])
        )
    }

    mutating func press(_ key: Key, in text: any DemoText) -> OverlayAnswer {
        if let moved = key.moved(selection, of: Self.keys.count) {
            selection = moved
            return .stay
        }
        guard key.isPress else { return key == .escape || key == .function(1) ? .close : .stay }
        return Self.keys[selection].key.map { .press($0) } ?? .close
    }

    mutating func select(_ place: Int) { selection = place }
}
