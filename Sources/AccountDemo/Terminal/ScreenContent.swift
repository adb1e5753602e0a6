/// All that there is to be seen on a screen, before anybody knows how large the screen is.
package struct ScreenContent: Hashable, Sendable {
    /// What has to be answered before anything else.
    package struct Alert: Hashable, Sendable {
        package var title: String
        package var message: String
        package var buttons: [String]

        /// The place of the button that Enter presses.
        package var selection: Int

        package init(title: String, message: String, buttons: [String], selection: Int = 0) {
            self.title = title
            self.message = message
            self.buttons = buttons
            self.selection = selection
        }
    }

    package var title: String
    package var elements: [ScreenElement]

    /// The place of the element that has the focus, or nil where none has.
    package var focus: Int?

    package var alert: Alert?

    /// What is going on, at the bottom.
    package var status: String?

    /// Which keys do something, at the very bottom.
    package var help: String

    package init(
        title: String,
        elements: [ScreenElement],
        focus: Int? = nil,
        alert: Alert? = nil,
        status: String? = nil,
        help: String = ""
    ) {
        self.title = title
        self.elements = elements
        self.focus = focus
        self.alert = alert
        self.status = status
        self.help = help
    }
}

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

    /// Rules, and how each stands.
    case checklist([Rule])

    case checkBox(String, isOn: Bool)
    case button(String, isEnabled: Bool)

    /// An empty line, for which there is no room on a small screen.
    case gap

    /// A rule, and how it stands.
    package struct Rule: Hashable, Sendable {
        /// How a rule stands.
        package enum Mark: Hashable, Sendable {
            case kept
            case broken
            case open
        }

        package var text: String
        package var mark: Mark

        package init(_ text: String, _ mark: Mark) {
            self.text = text
            self.mark = mark
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
