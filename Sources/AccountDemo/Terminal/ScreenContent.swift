package import Presentation

/// The content of a screen of any size.
package struct ScreenContent: Hashable, Sendable {
    /// An alert, which receives all keys until it is dismissed.
    package struct Alert: Hashable, Sendable {
        package var title: String
        package var message: String
        package var buttons: [String]
        package var selection: Int

        /// The index of the button that changes nothing.
        package var safe = 0

        /// The index of the button that destroys something, if any.
        package var destructive: Int?

        package init(title: String, message: String, buttons: [String], selection: Int = 0) {
            self.title = title
            self.message = message
            self.buttons = buttons
            self.selection = selection
        }

        /// Handles a key, and returns the index of the button that it presses, if any.
        ///
        /// Arrows select a button, and Enter presses it. Escape presses the safe one. If there are two buttons, n presses
        /// the safe one, and y the other one.
        package mutating func press(_ key: Key) -> Int? {
            if let moved = key.moved(selection, of: buttons.count) { selection = moved }
            if key.isPress { return selection }
            if key == .escape { return safe }
            guard buttons.count == 2, let isYes = key.isYes else { return nil }
            return isYes ? 1 - safe : safe
        }
    }

    /// A QR code, whole or not at all.
    package struct Picture: Hashable, Sendable {
        package var code: QRCode

        /// The text beside the code, omitted on narrow screens.
        package var caption: String

        /// The text above the elements of a screen that is too small for the code.
        package var smallScreenText: String
    }

    package var title: String

    /// The preset and the language of the app, at the end of the title's line.
    package var context = ""

    package var elements: [ScreenElement]

    /// The elements of which those shown are a part, so that what the user types does not move the screen.
    var whole: [ScreenElement]?

    /// The index of the element with the focus.
    package var focus: Int?

    package var alert: Alert?

    /// Whether it is a menu or a list, which begins at the top, because typed text selects some of its lines.
    ///
    /// No message appears in it.
    package var isList = false

    /// A QR code that fills the screen, in place of everything else.
    package var picture: Picture?

    /// The running operation, at the bottom.
    package var status: String?

    package var statusStyle = CellStyle.bold

    /// Whether the status is newer than a message that has the only place, which it takes for some seconds.
    package var isStatusNew = false

    /// The part of the status that is shortened in the middle if there is no room, such as a long ID.
    package var shortened: String?

    /// Whether the element with the focus is at the top of the screen, as in a text that is read page by page.
    var isPaged = false

    /// Whether the beginning of the screen is shown, even if the element with the focus has no room below it.
    package var isAtBeginning = false

    /// The column of the cursor in the status, if text is typed there.
    package var statusCursor: Int?

    /// A text that the user searches, underlined in each row that has it.
    var sought = ""

    /// The keys with a function, at the very bottom.
    package var help: String

    /// The message of a failure, or else that of the field with the focus, or else the result below the last item, or else
    /// the message of the first invalid field.
    var message: (text: String, style: CellStyle)? {
        if let failure = elements.last(where: \.isFailure)?.message ?? focusedField?.issue { return (failure, .red) }
        if case .text(let result, style: .plain)? = results.last { return (result, .bold) }
        return elements.lazy.compactMap(\.message).first.map { ($0, .red) }
    }

    /// The content without its messages, of which those among the items leave their places.
    var withoutMessages: ScreenContent {
        var content = self
        let items = elements.prefix(results.startIndex)
        content.elements = items.map(\.withoutMessage) + results.filter(\.explainsItemAbove)
        return content
    }

    /// The content without anything that comes and goes, which must not move the rest.
    var calm: ScreenContent {
        var calm = self
        calm.focus = nil
        let shown = whole ?? Array(elements.prefix(results.startIndex))
        calm.elements = shown.filter { !$0.isRule && $0 != .ruleRoom }.map(\.withoutMessage)
        return calm
    }

    /// The number of rows of the longest list of rules.
    var ruleRows: Int {
        elements.lazy.map { if case .ruleSpace(let count) = $0 { count } else { 0 } }.max() ?? 0
    }

    /// The elements right below the last item, such as the result of an operation.
    var results: ArraySlice<ScreenElement> {
        let rest = elements[(elements.lastIndex(where: \.takesFocus).map { $0 + 1 } ?? elements.count)...]
        return rest.first == .gap ? elements.suffix(0) : rest
    }

    var focusedField: ScreenElement.Field? {
        guard let focus, elements.indices.contains(focus), case .field(let field) = elements[focus] else { return nil }
        return field
    }

    package init(
        title: String,
        elements: [ScreenElement],
        focus: Int? = nil,
        status: String? = nil,
        help: String = ""
    ) {
        self.title = title
        self.elements = elements
        self.focus = focus
        self.status = status
        self.help = help
    }
}

/// A part of a screen; a screen lists its parts from top to bottom.
package enum ScreenElement: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package enum Mark: Sendable { case neutral, valid, invalid, rejected }

        package var label: String
        package var editor: LineEditor
        package var isMasked: Bool
        package var mark: Mark
        package var message: String?

        /// The message that says what is wrong with the text.
        var issue: String? { mark == .neutral ? nil : message }

        /// The message that says what an empty field is for.
        var hint: String? { mark == .neutral ? message : nil }

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

    /// A rule for the field above, and whether the text satisfies it.
    case rule(String, ChecklistItem.Status)

    /// The place of the rules below the fields, with room for the longest list of them.
    case ruleSpace(Int)

    /// The row of a rule that comes and goes, where the rules are below their field.
    case ruleRoom

    case checkBox(String, isOn: Bool)
    case button(String, isEnabled: Bool, isDestructive: Bool = false)

    /// An empty line, omitted where there is no room for it.
    case gap

    /// Whether the element is a message about a failure.
    var isFailure: Bool { if case .text(_, style: .red) = self { true } else { false } }

    /// The message about a failure or about an invalid field.
    var message: String? {
        switch self {
        case .text(let text, style: .red): text
        case .field(let field): field.issue
        case .text, .rule, .ruleSpace, .ruleRoom, .checkBox, .button, .gap: nil
        }
    }

    /// The element without its message, of which only the place remains.
    var withoutMessage: ScreenElement {
        switch self {
        case .text(_, style: .red): return .gap
        case .field(var field):
            if field.issue != nil { field.message = nil }
            return .field(field)
        case .text, .rule, .ruleSpace, .ruleRoom, .checkBox, .button, .gap: return self
        }
    }

    /// Whether the element is a rule, which is shown only while its field has the focus.
    package var isRule: Bool { if case .rule = self { true } else { false } }

    /// Whether the element is a button that cannot be pressed now.
    var isDisabled: Bool { if case .button(_, isEnabled: false, _) = self { true } else { false } }

    package var takesFocus: Bool {
        switch self {
        case .field, .checkBox, .button: true
        case .text, .rule, .ruleSpace, .ruleRoom, .gap: false
        }
    }

    /// Whether an item below the element needs an empty row between them; messages come and go with a gap in their place.
    var isFollowedByItem: Bool {
        switch self {
        case .checkBox, .button, .text(_, style: .dim): true
        case .text, .field, .rule, .ruleSpace, .ruleRoom, .gap: false
        }
    }

    var explainsItemAbove: Bool {
        switch self {
        case .rule, .ruleRoom, .text(_, style: .dim): true
        case .text, .field, .ruleSpace, .checkBox, .button, .gap: false
        }
    }
}
