extension String {
    /// Checks that a text has no characters that change the direction of text, separate lines or are invisible.
    ///
    /// No name needs them, and they make it look like another name. Stored texts may have them.
    ///
    /// - Parameter allowsJoiners: Whether ZWNJ, ZWJ and the selectors of the style of emoji are allowed, as in Persian
    ///   names and in emoji.
    /// - Throws: `ValidationIssue.containsControlCharacter`.
    package func checkVisibility(allowsJoiners: Bool) throws(ValidationIssue) {
        for (offset, scalar) in unicodeScalars.enumerated() {
            if allowsJoiners, Self.joiners.contains(scalar) { continue }
            guard !scalar.properties.isDefaultIgnorableCodePoint else { throw .containsControlCharacter(at: offset) }
            switch scalar.properties.generalCategory {
            case .format, .lineSeparator, .paragraphSeparator, .control: throw .containsControlCharacter(at: offset)
            default: continue
            }
        }
    }

    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"]

    /// Checks a text that a user enters into a field of the account; an ID may not have ZWNJ and ZWJ.
    package func checkVisibility(in field: AccountField) throws(ValidationIssue) {
        try checkVisibility(allowsJoiners: Profile.fields.first { $0.field == field }?.allowsJoiners ?? false)
    }
}
