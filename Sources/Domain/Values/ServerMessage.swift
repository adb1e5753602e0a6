/// A text by which a server explains itself to people, made fit to be shown.
///
/// Nobody here knows who wrote it. It is cut to a length that an alert holds, and characters that steer terminals or
/// turn the direction of a line are left out.
public struct ServerMessage: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in Unicode scalars.
    public static let maximumScalars = 500

    /// The text; empty where the server said nothing.
    public let text: String

    /// Creates a message of what a server sent.
    ///
    /// - Parameter text: Any text.
    public init(_ text: String) {
        var shown = String.UnicodeScalarView()
        var count = 0
        // What is left out counts as well, so that a text of any size is judged at once.
        for scalar in text.unicodeScalars.prefix(4 * Self.maximumScalars) where count < Self.maximumScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                shown.append(" ")
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}":
                continue
            default:
                shown.append(scalar)
            }
            count += 1
        }
        self.text = String(shown).split(separator: " ").joined(separator: " ")
    }

    /// No text at all.
    public static let none = ServerMessage("")

    /// The text.
    public var description: String { text }
}
