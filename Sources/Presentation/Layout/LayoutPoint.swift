/// A place on a screen, in points from the left and from the top.
public struct LayoutPoint: Hashable, Sendable {
    /// The distance from the left, in points.
    public let x: Double

    /// The distance from the top, in points.
    public let y: Double

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: The distance from the left, in points.
    ///   - y: The distance from the top, in points.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
