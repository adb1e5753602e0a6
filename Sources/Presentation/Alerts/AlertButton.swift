/// A button of an alert.
public struct AlertButton: Hashable, Sendable {
    /// How a button stands out.
    public enum Role: Hashable, Sendable {
        /// It does not.
        case ordinary

        /// It leaves everything as it is; the Escape key means it too.
        case cancel

        /// It destroys something.
        case destructive
    }

    /// What is written on it; `MessageCatalog.title(of:)` has the words.
    public let name: ButtonName

    /// How it stands out.
    public let role: Role

    /// What a person wants who presses it.
    public let intent: AlertIntent

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - name: What is written on it.
    ///   - role: How it stands out.
    ///   - intent: What a person wants who presses it.
    public init(_ name: ButtonName, role: Role = .ordinary, intent: AlertIntent) {
        self.name = name
        self.role = role
        self.intent = intent
    }
}
