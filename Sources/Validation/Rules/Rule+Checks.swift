public import Domain

extension Rule {
    /// A rule that rejects an empty text.
    ///
    /// Reports `.empty`.
    public static let notEmpty = Rule(.notEmpty) { text, _ in text.isEmpty ? .empty : nil }

    /// A rule that requires a visible character: one that is neither white space nor ignorable.
    ///
    /// Only the first 64 Unicode scalars are checked. Reports `.empty`.
    public static let notBlank = Rule(.notEmpty) { text, _ in
        text.unicodeScalars.prefix(64).contains(where: \.isVisible) ? nil : .empty
    }

    /// Returns a rule that limits the number of characters.
    ///
    /// Reports `.tooShort` or `.tooLong`. Above ``CharacterUnit/maximumUTF8Length`` times the upper bound, reports
    /// `.tooManyBytes` without counting.
    ///
    /// - Parameters:
    ///   - bounds: The least and the greatest number of characters allowed.
    ///   - unit: The unit in which characters are counted.
    /// - Returns: The rule.
    public static func length(_ bounds: ClosedRange<Int>, in unit: CharacterUnit) -> Rule {
        Rule(.length(minimum: bounds.lowerBound, maximum: bounds.upperBound)) { text, _ in
            unit.lengthIssue(of: text, bounds: bounds)
        }
    }

    /// Returns a rule that requires the text of another field, up to canonical equivalence.
    ///
    /// Reports `.mismatch`, or `.tooManyBytes` if the text is too large to be compared. If the other field's text is
    /// too large, no text equals it. Texts with more than 30 combining marks in a row are compared by their bytes.
    ///
    /// - Parameters:
    ///   - other: The other field.
    ///   - maximumUTF8Length: The largest text to be compared, in UTF-8 bytes.
    /// - Returns: The rule.
    public static func sameAs(_ other: AccountField, maximumUTF8Length: Int) -> Rule {
        Rule(.sameAs(other)) { text, form in
            let bytes = text.utf8.count
            if bytes > maximumUTF8Length { return .tooManyBytes(maximum: maximumUTF8Length, actual: bytes) }
            let expected = form[other]
            if expected.utf8.count > maximumUTF8Length { return .mismatch(with: other) }
            if text.isUTF8Equal(to: expected) { return nil }
            // Comparing stacked marks takes quadratic time.
            if text.firstStackedMark != nil || expected.firstStackedMark != nil { return .mismatch(with: other) }
            return text == expected ? nil : .mismatch(with: other)
        }
    }

    /// Returns a rule that requires a text that can be stored.
    ///
    /// Such a text is not empty, is within the size, and has no control characters. It has at most 30 combining marks
    /// in a row (UAX #15, section 13), because normalizing more takes quadratic time. Reports `.empty`,
    /// `.tooManyBytes`, `.containsControlCharacter`, or `.forbiddenCharacter` with the 31st mark, whose position is in
    /// Unicode scalars.
    ///
    /// - Parameters:
    ///   - maximumUTF8Length: The largest size in UTF-8 bytes, in Normalization Form C.
    ///   - invisible: The invisible characters that the text may have.
    /// - Returns: The rule.
    public static func storable(maximumUTF8Length: Int, invisible: InvisibleCharacters = .all) -> Rule {
        Rule(.storable) { text, _ in
            // This check precedes that of the size, which normalizes the text.
            if let position = text.firstStackedMark {
                let mark = text.unicodeScalars[text.unicodeScalars.index(text.startIndex, offsetBy: position)]
                return .forbiddenCharacter(first: Character(mark), at: position)
            }
            do throws(ValidationIssue) {
                try text.checkLimits(maximumUTF8Length: maximumUTF8Length)
                if invisible != .all { try text.checkVisibility(allowsJoiners: invisible == .joiners) }
                return nil
            } catch {
                return error
            }
        }
    }

    /// A rule that rejects white space, as defined by the Unicode property White_Space.
    ///
    /// Reports `.containsWhitespace`.
    public static let noWhitespace = Rule(.noWhitespace) { text, _ in
        for (position, scalar) in text.unicodeScalars.enumerated() where scalar.properties.isWhitespace {
            return .containsWhitespace(at: position)
        }
        return nil
    }

    /// A rule that accepts only `a` to `z` and `0` to `9`.
    ///
    /// Reports `.forbiddenCharacter`.
    public static let lowercaseLettersAndDigits = Rule(.lowercaseLettersAndDigits) { text, _ in
        text.firstCharacter { !($0.isDigit || $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) }
    }

    /// A rule that rejects a text that begins with one of `0` to `9`.
    ///
    /// Reports `.startsWithDigit`.
    public static let noLeadingDigit = Rule(.noLeadingDigit) { text, _ in
        text.utf8.first?.isDigit == true ? .startsWithDigit : nil
    }

    /// Returns a rule that requires a telephone number: digits, spaces, hyphens, full stops, parentheses, and `+` only
    /// at the beginning.
    ///
    /// Reports `.forbiddenCharacter`, `.tooFewDigits`, `.tooManyDigits`, or `.tooManyBytes` above
    /// `PhoneNumber.maximumUTF8Length`.
    ///
    /// - Parameter digits: The number of digits allowed. ITU-T E.164 allows 15 at most.
    /// - Returns: The rule.
    public static func phoneNumber(digits: ClosedRange<Int>) -> Rule {
        Rule(.phoneNumber(minimumDigits: digits.lowerBound, maximumDigits: digits.upperBound)) { text, _ in
            let bytes = text.utf8.count
            if bytes > PhoneNumber.maximumUTF8Length {
                return .tooManyBytes(maximum: PhoneNumber.maximumUTF8Length, actual: bytes)
            }
            if let issue = text.firstCharacter(where: { !$0.isDigit && !"+ -.()".utf8.contains($0) }) { return issue }
            if let plus = text.utf8.dropFirst().firstIndex(of: UInt8(ascii: "+")) {
                return .forbiddenCharacter(first: "+", at: text.utf8.distance(from: text.startIndex, to: plus))
            }
            let count = text.utf8.count(where: \.isDigit)
            if count < digits.lowerBound { return .tooFewDigits(minimum: digits.lowerBound, actual: count) }
            if count > digits.upperBound { return .tooManyDigits(maximum: digits.upperBound, actual: count) }
            return nil
        }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Unicode.Scalar {
    /// Whether the scalar is neither a control character nor white space nor a Default_Ignorable_Code_Point.
    fileprivate var isVisible: Bool {
        value >= 0x20 && value != 0x7F && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
    }
}

extension String {
    /// Returns the issue of the first character that is not ASCII or is forbidden.
    fileprivate func firstCharacter(where isForbidden: (UInt8) -> Bool) -> ValidationIssue? {
        if !utf8.contains(where: { $0 >= 0x80 || isForbidden($0) }) { return nil }
        for (position, character) in enumerated() {
            guard character.utf8.count == 1, let byte = character.utf8.first, !isForbidden(byte) else {
                return .forbiddenCharacter(first: character, at: position)
            }
        }
        return nil
    }
}

/// The invisible characters that a text may have, other than control characters.
///
/// A sign-up rejects the others in IDs and profiles, because they make a name look like another one. A sign-in accepts
/// all of them, so that it locks out no existing account.
public enum InvisibleCharacters: Hashable, Sendable {
    /// All, such as those that change the direction of text.
    case all
    /// ZWNJ and ZWJ, as in Persian names and in emoji.
    case joiners
    /// None.
    case none
}
