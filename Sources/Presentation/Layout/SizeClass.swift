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
