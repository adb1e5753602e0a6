import Domain

/// One question to a field, with one answer.
enum LeafCheck: Hashable, Sendable {
    case notEmpty
    case notBlank
    case length(LengthCheck)
    case sameAs(SameAsCheck)
    case storable(maximumOctets: Int)
    case noWhitespace
    case lowercaseLettersAndDigits
    case noLeadingDigit
    case email
    case phoneNumber(PhoneCheck)
    case uncommon(PasswordBlocklist)
    case withoutContext(ContextCheck)

    var requirement: Requirement {
        switch self {
        case .notEmpty, .notBlank: .notEmpty
        case .length(let check): .length(minimum: check.bounds.lowerBound, maximum: check.bounds.upperBound)
        case .sameAs(let check): .sameAs(check.field)
        case .storable: .storable
        case .noWhitespace: .noWhitespace
        case .lowercaseLettersAndDigits: .lowercaseLettersAndDigits
        case .noLeadingDigit: .noLeadingDigit
        case .email: .emailAddress
        case .phoneNumber(let check):
            .phoneNumber(minimumDigits: check.digits.lowerBound, maximumDigits: check.digits.upperBound)
        case .uncommon: .uncommon
        case .withoutContext(let check): check.requirement
        }
    }

    /// What of it can be decided at one look.
    var shortcut: Shortcut {
        switch self {
        case .notEmpty: .plain(PlainShortcut(minimum: 1))
        case .notBlank: .plain(PlainShortcut(minimum: 1, mustShow: true))
        case .length(let check): check.shortcut
        case .storable(let maximum):
            .plain(PlainShortcut(minimum: 1, maximumOctets: maximum, allowed: .all.subtracting(.controls)))
        case .noWhitespace:
            .plain(PlainShortcut(maximumOctets: Self.longest, allowed: .all.subtracting(.whitespace)))
        case .lowercaseLettersAndDigits:
            .plain(PlainShortcut(maximumOctets: Self.longest, allowed: ASCIISet.lowercase.union(.digits)))
        case .noLeadingDigit: .plain(PlainShortcut(first: .all.subtracting(.digits)))
        case .email: .email(.practical, maximumOctets: .max)
        case .sameAs, .phoneNumber, .uncommon, .withoutContext: .none
        }
    }

    /// Texts beyond this many octets are not read by the rules that have no bound of their own.
    static let longest = AccountPolicy.maximumPasswordOctets

    /// Finds what is wrong with a field, or nil where nothing is.
    func issue(in form: AccountForm, field: AccountField) -> ValidationIssue? {
        let text = form[field]
        switch self {
        case .notEmpty:
            return text.isEmpty ? .empty : nil
        case .notBlank:
            return Self.showsSomething(text) ? nil : .empty
        case .length(let check):
            return check.issue(in: text)
        case .sameAs(let check):
            return check.issue(in: text, comparedWith: form[check.field])
        case .storable(let maximumOctets):
            do throws(ValidationIssue) {
                try text.checkLimits(maximumOctets: maximumOctets)
                return nil
            } catch {
                return error
            }
        case .noWhitespace:
            return Self.tooLarge(text) ?? Self.firstWhitespace(in: text)
        case .lowercaseLettersAndDigits:
            return Self.tooLarge(text)
                ?? text.firstCharacter(outside: ASCIISet.lowercase.union(.digits), isSecret: field.isSecret)
        case .noLeadingDigit:
            return text.utf8.first.map(ASCIISet.digits.contains) == true ? .startsWithDigit : nil
        case .email:
            return EmailGrammar.practical.issue(in: text)
        case .phoneNumber(let check):
            return check.issue(in: text, isSecret: field.isSecret)
        case .uncommon(let blocklist):
            return Self.tooLarge(text) ?? (blocklist.contains(text) ? .tooCommon : nil)
        case .withoutContext(let check):
            return Self.tooLarge(text) ?? check.issue(in: text, of: form)
        }
    }

    private static func tooLarge(_ text: String) -> ValidationIssue? {
        let octets = text.utf8.count
        return octets > longest ? .tooManyOctets(maximum: longest, actual: octets) : nil
    }

    private static func firstWhitespace(in text: String) -> ValidationIssue? {
        var place = 0
        for scalar in text.unicodeScalars {
            if scalar.isASCII
                ? ASCIISet.whitespace.contains(UInt8(truncatingIfNeeded: scalar.value))
                : scalar.properties.isWhitespace
            {
                return .containsWhitespace(at: place)
            }
            place += 1
        }
        return nil
    }

    /// Looks at the first 64 scalars and no further.
    private static func showsSomething(_ text: String) -> Bool {
        var left = 64
        for scalar in text.unicodeScalars {
            if left == 0 { return false }
            if shows(scalar) { return true }
            left -= 1
        }
        return false
    }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
        return !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
    }
}
