import Domain

/// One question to a field, with one answer.
enum LeafCheck: Hashable, Sendable {
    case notEmpty
    case notBlank
    case length(LengthCheck)
    case sameAs(SameAsCheck)
    case storable(maximumUTF8Length: Int)
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
            .plain(PlainShortcut(minimum: 1, maximumUTF8Length: maximum, allowed: .all.subtracting(.controls)))
        case .noWhitespace: .plain(PlainShortcut(allowed: .all.subtracting(.whitespace)))
        case .lowercaseLettersAndDigits: .plain(PlainShortcut(allowed: ASCIISet.lowercase.union(.digits)))
        case .noLeadingDigit: .plain(PlainShortcut(first: .all.subtracting(.digits)))
        case .email: .email(.practical, maximumUTF8Length: AccountID.maximumUTF8Length)
        case .sameAs, .phoneNumber, .uncommon, .withoutContext: .none
        }
    }

    /// Whether it reads the text in the form in which passwords are compared with words.
    var readsFolded: Bool {
        switch self {
        case .uncommon, .withoutContext: true
        case .notEmpty, .notBlank, .length, .sameAs, .storable, .noWhitespace, .lowercaseLettersAndDigits,
            .noLeadingDigit, .email, .phoneNumber:
            false
        }
    }

    /// Finds what is wrong with a field, or nil where nothing is; the text is folded where that has been done already.
    func issue(
        in text: String,
        of form: AccountForm,
        field: AccountField,
        folded: UnsafeBufferPointer<UInt8>?
    ) -> ValidationIssue? {
        // The size before anything else: no rule reads more than a field can hold.
        do throws(ValidationIssue) {
            try AccountForm.checkFieldSize(of: text)
        } catch {
            return error
        }
        switch self {
        case .notEmpty:
            return text.isEmpty ? .empty : nil
        case .notBlank:
            return text.showsSomething ? nil : .empty
        case .length(let check):
            return check.issue(in: text)
        case .sameAs(let check):
            return check.issue(in: text, comparedWith: form[check.field])
        case .storable(let maximumUTF8Length):
            return text.storageIssue(maximumUTF8Length: maximumUTF8Length, isSecret: field.isSecret)
        case .noWhitespace:
            return text.firstWhitespace.map(ValidationIssue.containsWhitespace)
        case .lowercaseLettersAndDigits:
            return text.firstCharacter(outside: ASCIISet.lowercase.union(.digits), isSecret: field.isSecret)
        case .noLeadingDigit:
            return text.utf8.first.map(ASCIISet.digits.contains) == true ? .startsWithDigit : nil
        case .email:
            return EmailGrammar.practical.issue(in: text)
        case .phoneNumber(let check):
            return check.issue(in: text, isSecret: field.isSecret)
        case .uncommon(let blocklist):
            let isCommon = folded.map(blocklist.refuses) ?? FoldedText.withBytes(of: text, blocklist.refuses)
            return isCommon ? .tooCommon : nil
        case .withoutContext(let check):
            if let folded { return check.issue(in: folded, of: form) }
            return FoldedText.withBytes(of: text) { check.issue(in: $0, of: form) }
        }
    }
}
