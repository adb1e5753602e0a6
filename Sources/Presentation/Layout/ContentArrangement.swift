/// How the content of a screen fits into its room.
public struct ContentArrangement: Hashable, Sendable {
    /// The width of the content, in points.
    public let width: Double

    /// The height of the content, in points: that of the room, or the minimum where this is more.
    public let height: Double

    /// The free room to the left and to the right, in points.
    public let margin: Double

    /// The room between one field and the next, in points.
    public let spacing: Double

    /// Whether the content is higher than the room.
    public let scrolls: Bool

    /// Creates an arrangement, of numbers that are taken as they are.
    ///
    /// - Parameters:
    ///   - width: The width of the content, in points.
    ///   - height: The height of the content, in points.
    ///   - margin: The free room to the left and to the right, in points.
    ///   - spacing: The room between one field and the next, in points.
    ///   - scrolls: Whether the content is higher than the room.
    public init(width: Double, height: Double, margin: Double, spacing: Double, scrolls: Bool) {
        self.width = width
        self.height = height
        self.margin = margin
        self.spacing = spacing
        self.scrolls = scrolls
    }
}
