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

/// Whether there is much room in one direction or little.
public enum SizeClass: Hashable, Sendable, CaseIterable {
    /// Little room, such as the width of a telephone.
    case compact

    /// Much room, such as the width of a tablet or a window.
    case regular

    /// Decides for systems that have no size classes, such as a terminal.
    ///
    /// - Parameters:
    ///   - length: The room, in any unit; what is no number is compact.
    ///   - threshold: From how much on the room is regular, in the same unit.
    public init(_ length: Double, regularFrom threshold: Double) {
        self = length >= threshold ? .regular : .compact
    }
}

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
