import Domain

extension Character {
    /// The character, or the code of its first scalar, such as `U+200B`, if it cannot be shown in a sentence.
    ///
    /// Control characters, invisible characters, marks alone and characters of more than 8 scalars cannot be shown.
    var visible: String {
        guard let first = unicodeScalars.first else { return "" }
        let isShown = unicodeScalars.prefix(9).count < 9 && unicodeScalars.allSatisfy(\.isVisible) && !first.isMark
        return isShown ? String(self) : "U+" + first.hexadecimal
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    fileprivate var isVisible: Bool {
        // A zero-width joiner is part of many emoji.
        if value == 0x200D { return true }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return false
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return !properties.isDefaultIgnorableCodePoint || isMark
        }
    }

    fileprivate var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Duration {
    /// The time in seconds, rounded up, so that the user does not try again too early.
    var wholeSeconds: Int64 {
        components.attoseconds > 0 && components.seconds < .max ? components.seconds + 1 : components.seconds
    }
}

extension Challenge {
    /// The address to be confirmed, which may be the ID; nil if it is unknown.
    var knownAddress: String? {
        if let address { return address.text }
        // Another ID is no address.
        return (try? EmailAddress(accountID.text))?.text
    }
}
