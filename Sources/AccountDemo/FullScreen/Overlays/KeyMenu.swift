import Presentation

/// A key that works on every screen, in the order of the menu.
package enum MenuKey: CaseIterable, Sendable {
    case move, page, back, ends, delete, answer, reveal, menu, language, preset, sessions, accounts, suspend, quit

    /// The name of the key, on every keyboard.
    var name: String {
        switch self {
        case .move: "Tab ↑↓ ^N ^P"
        case .page: "PgUp PgDn"
        case .back: "Esc"
        case .ends: "^A ^E Alt-←→"
        case .delete: "Del ^U ^K ^W"
        case .answer: "Enter y n"
        case .reveal: "^R ^Y"
        case .menu: "F1 Alt-? ?"
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
        case .move, .page, .back, .ends, .delete, .answer, .reveal, .menu, .suspend: nil
        }
    }
}

extension Menu {
    /// The menu of the keys, each of which it can press, for terminals that keep some keys to themselves.
    static var keys: Menu {
        func line(_ key: MenuKey, in text: any DemoText) -> String {
            let width = key.key == nil ? 13 : 4
            return key.name + String(repeating: " ", count: width - key.name.columns) + text.meaning(of: key)
        }
        return Menu(
            key: .function(1),
            title: { $0.keyMenu },
            lines: MenuKey.allCases.compactMap { key in
                key.key.map { Line(title: { line(key, in: $0) }, answer: .press($0)) }
            },
            remarks: { text in MenuKey.allCases.filter { $0.key == nil }.map { line($0, in: text) } }
        )
    }
}
