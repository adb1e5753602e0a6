public import Domain

/// The number of characters that a field accepts while the user types.
///
/// A limit is separate from validity. It accepts or rejects an edit as a whole and never cuts text off: a paste that is
/// too large leaves the field unchanged.
public struct InputLimit: Hashable, Sendable {
    /// The greatest number of characters, 0 or more.
    public let maximum: Int

    /// The unit in which characters are counted.
    public let unit: CharacterUnit

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - maximum: The greatest number of characters; a negative one counts as 0.
    ///   - unit: The unit in which characters are counted.
    public init(_ maximum: Int, in unit: CharacterUnit = .graphemeClusters) {
        self.maximum = max(0, maximum)
        self.unit = unit
    }

    /// Checks whether a field accepts a text.
    ///
    /// If the field already exceeds the limit, a smaller text is accepted too, so that the user can delete it character
    /// by character.
    ///
    /// - Parameters:
    ///   - new: The whole text that the field would have.
    ///   - old: The text that the field has.
    /// - Throws: `ValidationIssue.tooLong`, or `.tooManyBytes` above ``CharacterUnit/maximumUTF8Length`` times the
    ///   limit.
    public func validateInput(_ new: String, replacing old: String) throws(ValidationIssue) {
        guard let issue = unit.lengthIssue(of: new, bounds: 0...maximum) else { return }
        guard unit.lengthIssue(of: old, bounds: 0...maximum) == nil || new.utf8.count >= old.utf8.count else { return }
        throw issue
    }
}
