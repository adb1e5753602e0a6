/// A rectangle on a screen, in points.
public struct LayoutRect: Hashable, Sendable {
    /// The left edge, in points.
    public let x: Double

    /// The top edge, in points; y grows downwards.
    public let y: Double

    /// The width in points, never negative.
    public let width: Double

    /// The height in points, never negative.
    public let height: Double

    /// Creates a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge, in points.
    ///   - y: The top edge, in points.
    ///   - width: The width in points; a value that is not positive and finite counts as 0.
    ///   - height: The height in points, corrected in the same way.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width.asLength
        self.height = height.asLength
    }

    /// The bottom edge, in points.
    public var bottom: Double { y + height }

    /// Returns whether a point is inside; points on the left or top edge are, those on the right or bottom edge are
    /// not.
    ///
    /// - Parameter point: The point, measured from the same corner as the rectangle.
    /// - Returns: Whether it is inside.
    public func contains(_ point: LayoutPoint) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < bottom
    }
}

/// A point on a screen.
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

extension Double {
    /// The number as a length: 0 unless it is positive and finite.
    var asLength: Double { self > 0 && isFinite ? self : 0 }
}
