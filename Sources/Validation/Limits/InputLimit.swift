public import Domain

/// How much a field takes while somebody types into it.
///
/// A limit is apart from validity. It refuses what would be too much at the moment of typing, whole grapheme clusters
/// at a time, and never cuts anything off: a paste that is too large leaves the field as it was.
public struct InputLimit: Hashable, Sendable {
    /// The greatest number of characters, 0 or more.
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
    /// A text within the limit is taken. Where what is in the field is beyond the limit already, as it may be from
    /// before there was one, a smaller text is taken too, so that it can be deleted character by character. Counting
    /// ends at ``CharacterUnit/maximumUTF8Length`` times the limit.
    ///
    /// - Parameters:
    ///   - new: All that would be in the field now.
    ///   - old: What is in the field.
    /// - Throws: `ValidationIssue.tooLong` beyond the limit, or `.tooManyBytes` where the text is too large to be
    ///   counted.
    public func validateInput(_ new: String, replacing old: String) throws(ValidationIssue) {
        guard let issue = issue(in: new) else { return }
        guard self.issue(in: old) == nil || new.utf8.count >= old.utf8.count else { return }
        throw issue
    }

    private func issue(in text: String) -> ValidationIssue? {
        LengthCheck(bounds: 0...maximum, unit: unit).issue(in: text)
    }
}
