import Presentation

extension AlertContent {
    /// The place of the button that is selected at first: what is asked for, unless that destroys something.
    var firstSelection: Int {
        let harmless = buttons.lastIndex { $0.role == .cancel }
        let isDestructive = buttons.contains { $0.role == .destructive }
        return (isDestructive ? harmless : nil) ?? max(buttons.count - 1, 0)
    }
}
