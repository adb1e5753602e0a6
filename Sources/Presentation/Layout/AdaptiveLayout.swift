/// How the content of a screen is fitted into any room.
///
/// A large screen is filled. In a small one the content keeps its minimum height and scrolls:
///
/// ```
///    room ≥ minimum         room < minimum
///   ┌──────────────┐       ┌──────────────┐ ┐
///   │ ID           │       │ ID           │ │ room
///   │              │       │ Password     │ │
///   │ Password     │       ├──────────────┤ ┘ ┐
///   │              │       ┊   ⟨Sign in⟩  ┊   │ scrolls
///   │   ⟨Sign in⟩  │       └┈┈┈┈┈┈┈┈┈┈┈┈┈┈┘   ┘
///   └──────────────┘        content = minimum
///    content = room
/// ```
///
/// The measures depend on the size class of the width, as a telephone's and a tablet's do.
public struct AdaptiveLayout: Hashable, Sendable {
    /// The measures for a compact width.
    public let compact: ContentMetrics

    /// The measures for a regular width.
    public let regular: ContentMetrics

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - compact: The measures for a compact width.
    ///   - regular: The measures for a regular width.
    public init(
        compact: ContentMetrics = ContentMetrics(minimumHeight: 480, margin: 20, spacing: 12),
        regular: ContentMetrics = ContentMetrics(minimumHeight: 640, margin: 80, spacing: 20)
    ) {
        self.compact = compact
        self.regular = regular
    }

    /// The measures for a size class.
    ///
    /// - Parameter sizeClass: The size class of the width.
    /// - Returns: The measures.
    public func metrics(for sizeClass: SizeClass) -> ContentMetrics {
        switch sizeClass {
        case .compact: compact
        case .regular: regular
        }
    }

    /// Fits the content into a room.
    ///
    /// The room is what is there without a keyboard: a keyboard covers the content and does not squeeze it.
    ///
    /// - Parameters:
    ///   - width: The width of the room in points; what is no positive finite number is 0, in this and in the height.
    ///   - height: The height of the room in points, without bars and safe areas.
    ///   - sizeClass: The size class of the width.
    /// - Returns: How large the content is, and whether it scrolls.
    public func arrangement(width: Double, height: Double, sizeClass: SizeClass) -> ContentArrangement {
        let metrics = metrics(for: sizeClass)
        let room = height.asLength
        // Margins give way before the content is gone.
        let margin = min(metrics.margin, width.asLength / 4)
        return ContentArrangement(
            width: width.asLength - 2 * margin,
            height: max(room, metrics.minimumHeight),
            margin: margin,
            spacing: metrics.spacing,
            scrolls: room < metrics.minimumHeight
        )
    }
}
