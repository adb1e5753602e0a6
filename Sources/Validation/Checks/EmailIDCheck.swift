import Domain

/// Takes an e-mail address apart that is an account ID.
struct EmailIDCheck: Hashable, Sendable {
    let grammar: EmailGrammar

    /// What the parts ask for, in their order.
    let requirements: [Requirement]

    init(localLength: ClosedRange<Int>) {
        let length = localLength.clamped(to: Int.min...EmailGrammar.longestLocal)
        grammar = .plain(length: length)
        requirements = [
            .emailAddress,
            .length(minimum: length.lowerBound, maximum: length.upperBound),
            .lowercaseLettersAndDigits,
            .noLeadingDigit,
        ]
    }

    /// Judges a text, or gives nil where nothing is wrong with it.
    func violation(in text: String, isSecret: Bool) -> RuleReport? {
        let findings = findings(in: text, isSecret: isSecret)
        guard let first = findings.first else { return nil }
        return RuleReport(requirement: .all, outcome: .violated(first), parts: findings.parts(of: requirements))
    }

    /// Finds what is wrong with a text, part by part.
    func findings(in text: String, isSecret: Bool) -> EmailIDFindings {
        var text = EmailGrammar.composed(text)
        let bytes = text.utf8.count
        guard bytes <= AccountID.maximumUTF8Length else {
            return EmailIDFindings(address: .tooManyBytes(maximum: AccountID.maximumUTF8Length, actual: bytes))
        }
        return text.withUTF8 { bytes in
            guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1,
                !bytes[(at + 1)...].contains(UInt8(ascii: "@"))
            else { return EmailIDFindings(address: .notAnEmailAddress(.shape)) }
            return EmailIDFindings(
                address: DomainName.accepts(bytes, from: at + 1) ? nil : .notAnEmailAddress(.domain),
                local: bytes[..<at],
                grammar: grammar,
                isSecret: isSecret
            )
        }
    }
}
