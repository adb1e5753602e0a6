/// The measures of a screen's content for one size class.
public struct ContentMetrics: Hashable, Sendable {
    /// The least height in which the content is still usable, in points.
    public let minimumHeight: Double

    /// The free room to the left and to the right, in points.
    public let margin: Double

    /// The room between one field and the next, in points.
    public let spacing: Double

    /// Creates measures.
    ///
    /// - Parameters:
    ///   - minimumHeight: The least height of the content, in points; what is no positive finite number is 0, in this
    ///     and in the others.
    ///   - margin: The free room to the left and to the right, in points.
    ///   - spacing: The room between one field and the next, in points.
    public init(minimumHeight: Double, margin: Double, spacing: Double) {
        self.minimumHeight = minimumHeight.asLength
        self.margin = margin.asLength
        self.spacing = spacing.asLength
    }
}
