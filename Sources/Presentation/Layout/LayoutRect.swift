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
    ///   - width: The width in points; what is no positive finite number is 0.
    ///   - height: The height in points; what is no positive finite number is 0.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width.asLength
        self.height = height.asLength
    }

    /// The bottom edge, in points.
    public var bottom: Double { y + height }

    /// Says whether a point is inside; the left and the top edge belong to the rectangle, the others do not.
    ///
    /// - Parameter point: The point, measured from the same corner as the rectangle.
    /// - Returns: Whether it is inside.
    public func contains(_ point: LayoutPoint) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < bottom
    }
}

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

extension Double {
    /// The number as a length: what is no positive finite number is 0, so that nothing ever moves by “not a number”.
    var asLength: Double { self > 0 && isFinite ? self : 0 }
}
