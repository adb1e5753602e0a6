/// A value that no description, debug description, interpolation or mirror shows.
///
/// Conforming types print as ``redacted``. Their content can only be read through a conspicuous member, such as
/// ``Password/revealed``.
public protocol Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Secret {
    /// The text that replaces every secret.
    public static var redacted: String { "‹redacted›" }

    /// The text ``redacted``.
    public var description: String { Self.redacted }

    /// The same as the description.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` and reflection show nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
