/// A value that no description, debug description, interpolation or mirror shows.
///
/// Conforming types print as ``redacted`` wherever Swift turns a value into text. What they hold is reached only
/// through a member whose name says so, such as ``Password/revealed``.
public protocol Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Secret {
    /// The text that stands for every secret.
    public static var redacted: String { "‹redacted›" }

    /// The redaction mark.
    public var description: String { Self.redacted }

    /// The redaction mark.
    public var debugDescription: String { Self.redacted }

    /// A mirror without children, so that `dump` and reflection find nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
