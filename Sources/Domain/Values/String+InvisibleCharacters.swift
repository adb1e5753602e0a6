extension String {
    /// Checks that a text has no characters that change the direction of text, separate lines or are invisible, and none
    /// without a meaning that all programs share.
    ///
    /// No name needs them, and they make it look like another name. Stored texts may have them.
    ///
    /// - Parameter allowsJoiners: Whether ZWNJ, ZWJ and the selectors of the style of emoji are allowed, as in Persian
    ///   names and in emoji, and spaces other than U+0020, such as U+3000 in Japanese names.
    /// - Throws: `ValidationIssue.containsControlCharacter`.
    package func checkVisibility(allowsJoiners: Bool) throws(ValidationIssue) {
        for (offset, scalar) in unicodeScalars.enumerated() {
            if allowsJoiners, Self.joiners.contains(scalar) { continue }
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
                || scalar == Self.blankBraille
            {
                throw .containsControlCharacter(at: offset)
            }
            switch properties.generalCategory {
            case .format, .lineSeparator, .paragraphSeparator, .control, .privateUse:
                throw .containsControlCharacter(at: offset)
            case .spaceSeparator where !allowsJoiners && scalar != " ": throw .containsControlCharacter(at: offset)
            default: continue
            }
        }
    }

    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"]

    /// A symbol without dots, which looks like a space.
    private static let blankBraille: Unicode.Scalar = "\u{2800}"

    /// Checks a text that a user enters into a field of the account; an ID may not have ZWNJ, ZWJ and unusual spaces.
    package func checkVisibility(in field: AccountField) throws(ValidationIssue) {
        try checkVisibility(allowsJoiners: Profile.fields.first { $0.field == field }?.allowsJoiners ?? false)
    }
}
