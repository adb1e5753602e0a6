public import Domain

extension EnglishWording {
    /// Names what a rule asks for, for a checklist.
    ///
    /// - Parameter requirement: What the rule asks for.
    /// - Returns: A few words, which hold or do not.
    public func text(of requirement: Requirement) -> String {
        switch requirement {
        case .notEmpty: "filled in"
        case .length(let minimum, let maximum?): "\(minimum) to \(maximum) characters"
        case .length(let minimum, nil): "\(minimum) characters or more"
        case .lowercaseLettersAndDigits: "a to z and 0 to 9 only"
        case .noLeadingDigit: "no digit at the beginning"
        case .emailAddress: "an e-mail address"
        case .sameAs(let field): "the same as “\(label(of: field))”"
        case .storable: "characters and length that can be stored"
        case .noWhitespace: "no spaces"
        case .phoneNumber(let minimum, let maximum): "a phone number of \(minimum) to \(maximum) digits"
        case .uncommon: "not a common password"
        case .noAccountID: "without your ID in it"
        case .noNickname: "without your nickname in it"
        case .noContextWord: "without a word that is easily guessed"
        case .available: "not taken by anybody"
        case .custom(let text): text
        case .all: "all of these"
        }
    }
}
