public import Domain

/// How much a field takes while somebody types into it.
///
/// A limit is apart from validity. It refuses what would be too much at the moment of typing, whole grapheme clusters
/// at a time, and never cuts anything off: a paste that is too large leaves the field as it was.
public struct InputLimit: Hashable, Sendable {
    /// The greatest number of characters.
    public let maximum: Int

    /// What counts as a character.
    public let unit: CharacterUnit

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - maximum: The greatest number of characters; one below 0 counts as 0.
    ///   - unit: What counts as a character.
    public init(_ maximum: Int, in unit: CharacterUnit = .graphemeClusters) {
        self.maximum = max(0, maximum)
        self.unit = unit
    }

    /// Decides whether a field takes a text.
    ///
    /// A text within the limit is taken, and so is one that is too long but shorter than what is in the field, so that
    /// a text which was there before the limit can be deleted character by character. Nothing is counted beyond
    /// ``CharacterUnit/maximumOctets`` times the limit.
    ///
    /// - Parameters:
    ///   - old: What is in the field.
    ///   - new: All that would be in the field now.
    /// - Returns: The new text, or the old one with `.tooLong` or `.tooManyOctets`.
    public func apply(old: String, new: String) -> InputDecision {
        guard let issue = issue(in: new), new.utf8.count >= old.utf8.count else { return .accepted(new) }
        return .refused(kept: old, issue)
    }

    private func issue(in text: String) -> ValidationIssue? {
        LengthCheck(bounds: 0...maximum, unit: unit).issue(in: text)
    }
}
