import Domain

/// Takes an e-mail address apart that is an account ID.
struct EmailIDCheck: Hashable, Sendable {
    let localLength: ClosedRange<Int>

    /// What the parts ask for, in their order.
    var requirements: [Requirement] {
        [
            .emailAddress,
            .length(minimum: localLength.lowerBound, maximum: localLength.upperBound),
            .lowercaseLettersAndDigits,
            .noLeadingDigit,
        ]
    }

    /// Judges a text, or gives nil where nothing is wrong with it.
    func violation(in text: String) -> RuleReport? {
        let findings = findings(in: text)
        guard let first = findings.first else { return nil }
        return RuleReport(requirement: .all, outcome: .violated(first), parts: findings.parts(of: requirements))
    }

    private func findings(in text: String) -> EmailIDFindings {
        let octets = text.utf8.count
        guard octets <= AccountID.maximumOctets else {
            return EmailIDFindings(address: .tooManyOctets(maximum: AccountID.maximumOctets, actual: octets))
        }
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else {
            return EmailIDFindings(address: .notAnEmailAddress(.shape))
        }
        let domain = text.utf8[text.utf8.index(after: at)...]
        guard at > text.startIndex, !domain.isEmpty, !domain.contains(UInt8(ascii: "@")) else {
            return EmailIDFindings(address: .notAnEmailAddress(.shape))
        }
        return EmailIDFindings(
            address: DomainName.accepts(domain) ? nil : .notAnEmailAddress(.domain),
            local: text[..<at],
            bounds: localLength
        )
    }
}
