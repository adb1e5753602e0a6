extension String {
    /// Checks that a text has no characters that change the direction of text, separate lines or are invisible.
    ///
    /// No name needs them, and they make it look like another name. Stored texts may have them.
    ///
    /// - Parameter allowsJoiners: Whether ZWNJ and ZWJ are allowed, as in Persian names and in emoji.
    /// - Throws: `ValidationIssue.containsControlCharacter`.
    package func checkVisibility(allowsJoiners: Bool) throws(ValidationIssue) {
        for (offset, scalar) in unicodeScalars.enumerated() {
            switch scalar.properties.generalCategory {
            case .format where allowsJoiners && (scalar == "\u{200C}" || scalar == "\u{200D}"): continue
            case .format, .lineSeparator, .paragraphSeparator, .control: throw .containsControlCharacter(at: offset)
            default: continue
            }
        }
    }

    /// Checks a text that a user enters into a field of the account; only names may have ZWNJ and ZWJ.
    package func checkVisibility(in field: AccountField) throws(ValidationIssue) {
        try checkVisibility(allowsJoiners: field == .nickname || field == .name)
    }
}
