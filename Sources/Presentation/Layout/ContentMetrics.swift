/// The measures of a screen's content for one size class, in points.
public struct ContentMetrics: Hashable, Sendable {
    /// The least height in which the content is still usable.
    public let minimumHeight: Double

    /// The free room to the left and to the right.
    public let margin: Double

    /// The room between one field and the next.
    public let spacing: Double

    /// Creates measures.
    ///
    /// - Parameters:
    ///   - minimumHeight: The least height of the content; what is no positive finite number is 0, in this and in the
    ///     others.
    ///   - margin: The free room to the left and to the right.
    ///   - spacing: The room between one field and the next.
    public init(minimumHeight: Double, margin: Double, spacing: Double) {
        self.minimumHeight = minimumHeight.asLength
        self.margin = margin.asLength
        self.spacing = spacing.asLength
    }
}
