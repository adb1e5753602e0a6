/// The way to a value within nested JSON objects: the name of a member, and of a member of that, and so on.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// The names, from the outside in; none lead to the whole.
    public let names: [String]

    /// Creates a path.
    ///
    /// - Parameter names: The names, from the outside in.
    public init(_ names: [String]) {
        self.names = names
    }

    /// Creates a path.
    ///
    /// - Parameter names: The names, from the outside in.
    public init(_ names: String...) {
        self.names = names
    }

    /// The names, with dots between them.
    public var description: String { names.joined(separator: ".") }
}
