import Domain

extension Rule {
    /// A rule that requires an e-mail address of the practical grammar.
    ///
    /// Before the only `@` is a dot-atom (RFC 5322, section 3.2.3) of at most 64 ASCII characters. After it are two
    /// labels or more, each in ASCII or a U-label, the last not only digits. The address has at most
    /// `AccountID.maximumUTF8Length` bytes. Quoted local parts, comments, addresses in brackets and non-ASCII local
    /// parts are rejected on purpose.
    ///
    /// Reports `.tooManyBytes`, or `.notAnEmailAddress` with the part.
    public static let email = Rule(.emailAddress) { text, _ in
        EmailAddressParts.issue(in: text) { parts in
            if !parts.isLocalPartDotAtom { return .notAnEmailAddress(.local) }
            return DomainName.isValid(parts.domain) ? nil : .notAnEmailAddress(.domain)
        }
    }

    /// Returns a rule that requires an e-mail address as an account ID, with a simple part before the `@`.
    ///
    /// The part before the `@` has a limited number of `a` to `z` and `0` to `9`, and does not begin with a digit.
    /// After the only `@` is a domain name, as in ``email``. The size is at most `AccountID.maximumUTF8Length` bytes.
    ///
    /// The report has the address first, then the length, the characters and the first character of the part before
    /// the `@`. These three are not evaluated if there is no such part. Reports `.tooManyBytes`, `.notAnEmailAddress`
    /// with `.shape` or `.domain`, or `.local` with `.tooShort`, `.tooLong`, `.forbiddenCharacter`, `.startsWithDigit`.
    ///
    /// - Parameter localLength: The number of characters before the `@`; bounds above 64 (RFC 5321, section
    ///   4.5.3.1.1) count as 64.
    /// - Returns: The rule.
    public static func emailID(localLength: ClosedRange<Int>) -> Rule {
        let length = localLength.clamped(to: Int.min...EmailAddressParts.maximumLocalLength)
        return .all(
            Rule(.emailAddress) { text, _ in
                EmailAddressParts.issue(in: text) { parts in
                    DomainName.isValid(parts.domain) ? nil : .notAnEmailAddress(.domain)
                }
            },
            .local(.all(.length(length, in: .graphemeClusters), .lowercaseLettersAndDigits, .noLeadingDigit))
        )
    }
}
