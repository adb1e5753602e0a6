/// Something that the shop sells.
public struct Product: Sendable {
    /// What it is called.
    public let name: String

    /// Creates a product.
    ///
    /// - Parameter name: What it is called.
    public init(name: String) {
        self.name = name
    }
}
