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
