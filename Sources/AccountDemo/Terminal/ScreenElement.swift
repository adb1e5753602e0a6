/// A part of a screen, from top to bottom.
package enum ScreenElement: Hashable, Sendable {
    /// A field that can be typed into.
    package struct Field: Hashable, Sendable {
        /// How a field is marked.
        package enum Mark: Hashable, Sendable {
            case neutral
            case valid
            case invalid
            case rejected
        }

        package var label: String
        package var editor: LineEditor
        package var isMasked: Bool
        package var mark: Mark
        package var message: String?

        package init(
            _ label: String,
            _ editor: LineEditor,
            isMasked: Bool = false,
            mark: Mark = .neutral,
            message: String? = nil
        ) {
            self.label = label
            self.editor = editor
            self.isMasked = isMasked
            self.mark = mark
            self.message = message
        }
    }

    case text(String, style: CellStyle = .plain)
    case field(Field)

    /// Rules, and whether each is kept.
    case checklist([Rule])

    case checkBox(String, isOn: Bool)
    case button(String, isEnabled: Bool)

    /// An empty line, for which there is no room on a small screen.
    case gap

    /// A rule, and whether it is kept.
    package struct Rule: Hashable, Sendable {
        package var text: String
        package var isKept: Bool

        package init(_ text: String, isKept: Bool) {
            self.text = text
            self.isKept = isKept
        }
    }

    /// Whether the focus can be here.
    package var takesFocus: Bool {
        switch self {
        case .field, .checkBox: true
        case .button(_, let isEnabled): isEnabled
        case .text, .checklist, .gap: false
        }
    }
}
