import Domain

/// Takes an e-mail address apart that is an account ID.
struct EmailIDCheck: Hashable, Sendable {
    let grammar: EmailGrammar

    /// What the parts ask for, in their order.
    let requirements: [Requirement]

    init(localLength: ClosedRange<Int>) {
        grammar = .plain(length: localLength)
        requirements = [
            .emailAddress,
            .length(minimum: localLength.lowerBound, maximum: localLength.upperBound),
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

    private func findings(in text: String, isSecret: Bool) -> EmailIDFindings {
        let octets = text.utf8.count
        guard octets <= AccountID.maximumOctets else {
            return EmailIDFindings(address: .tooManyOctets(maximum: AccountID.maximumOctets, actual: octets))
        }
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else {
            return EmailIDFindings(address: .notAnEmailAddress(.shape))
        }
        let behind = text.utf8[text.utf8.index(after: at)...]
        guard at > text.startIndex, !behind.isEmpty, !behind.contains(UInt8(ascii: "@")) else {
            return EmailIDFindings(address: .notAnEmailAddress(.shape))
        }
        var domain = String(text[text.utf8.index(after: at)...])
        return EmailIDFindings(
            address: domain.withUTF8 { DomainName.accepts($0, from: 0) } ? nil : .notAnEmailAddress(.domain),
            local: text[..<at],
            grammar: grammar,
            isSecret: isSecret
        )
    }
}
