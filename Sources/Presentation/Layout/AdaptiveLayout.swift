/// The layout of a screen's content, which fills a large screen and scrolls at its minimum height in a small one.
///
/// The content is centred: both margins are equal, and they take what the greatest width of the content leaves. After a
/// rotation, the layout is asked again.
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
        regular: ContentMetrics = ContentMetrics(minimumHeight: 640, margin: 80, spacing: 20, maximumWidth: 640)
    ) {
        self.compact = compact
        self.regular = regular
    }

    /// Returns the arrangement of the content in a room; a keyboard does not shrink the room.
    ///
    /// - Parameters:
    ///   - width: The width in points; a value that is not positive and finite counts as 0.
    ///   - height: The height in points without bars and safe areas, corrected in the same way.
    ///   - sizeClass: The size class of the width.
    /// - Returns: The arrangement.
    public func arrangement(width: Double, height: Double, sizeClass: SizeClass) -> ContentArrangement {
        let metrics = sizeClass == .compact ? compact : regular
        let room = height.asLength
        // The least margins take at most half of the width.
        let least = min(metrics.margin, width.asLength / 4)
        let margin = max(least, (width.asLength - (metrics.maximumWidth ?? .infinity)) / 2)
        return ContentArrangement(
            width: width.asLength - 2 * margin,
            height: max(room, metrics.minimumHeight),
            margin: margin,
            spacing: metrics.spacing,
            scrolls: room < metrics.minimumHeight
        )
    }
}

/// The amount of room in one direction.
public enum SizeClass: Hashable, Sendable, CaseIterable {
    /// Little room, such as the width of a phone.
    case compact
    /// Much room, such as the width of a tablet or a window.
    case regular

    /// Creates a size class, for a system without size classes, such as a terminal.
    ///
    /// - Parameters:
    ///   - length: The room, in any unit; NaN is compact.
    ///   - threshold: The least regular length, in the same unit.
    public init(_ length: Double, regularFrom threshold: Double) {
        self = length >= threshold ? .regular : .compact
    }
}

/// The measures of a screen's content for one size class.
public struct ContentMetrics: Hashable, Sendable {
    /// The least height in which the content is usable, in points.
    public let minimumHeight: Double

    /// The left and right margins, in points.
    public let margin: Double

    /// The space between fields, in points.
    public let spacing: Double

    /// The greatest width of the content, in points; nil if there is no limit.
    public let maximumWidth: Double?

    /// Creates measures; a value that is not positive and finite counts as 0.
    ///
    /// - Parameters:
    ///   - minimumHeight: The least height of the content, in points.
    ///   - margin: The left and right margins, in points.
    ///   - spacing: The space between fields, in points.
    ///   - maximumWidth: The greatest width of the content, in points; nil if there is no limit.
    public init(minimumHeight: Double, margin: Double, spacing: Double, maximumWidth: Double? = nil) {
        self.minimumHeight = minimumHeight.asLength
        self.margin = margin.asLength
        self.spacing = spacing.asLength
        self.maximumWidth = maximumWidth?.asLength
    }
}

/// The size of a screen's content in its room.
public struct ContentArrangement: Hashable, Sendable {
    /// The width of the content, in points.
    public let width: Double

    /// The height of the content, in points: that of the room, but at least the minimum.
    public let height: Double

    /// The left and right margins, in points, which are equal.
    public let margin: Double

    /// The space between fields, in points.
    public let spacing: Double

    /// Whether the content is higher than the room.
    public let scrolls: Bool

    package init(width: Double, height: Double, margin: Double, spacing: Double, scrolls: Bool) {
        self.width = width
        self.height = height
        self.margin = margin
        self.spacing = spacing
        self.scrolls = scrolls
    }
}
