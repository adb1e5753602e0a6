import Domain

extension Rule {
    /// The text is an e-mail address of the practical grammar.
    ///
    /// Before the one `@` is a dot-atom (RFC 5322, section 3.2.3) of at most 64 ASCII characters. After it are two
    /// labels or more, each in ASCII or a U-label, the last not of digits alone. The whole has at most
    /// `AccountID.maximumUTF8Length` bytes. Quoted local parts, comments, addresses in brackets and non-ASCII local
    /// parts are refused on purpose.
    ///
    /// Reports `.tooManyBytes`, or `.notAnEmailAddress` with the part.
    public static let email = Rule(.emailAddress) { text, _ in
        EmailAddressParts.issue(in: text) { parts in
            if !parts.isLocalPartDotAtom { return .notAnEmailAddress(.local) }
            return DomainName.isValid(parts.domain) ? nil : .notAnEmailAddress(.domain)
        }
    }

    /// The text is an e-mail address that serves as an account ID, with a simple part before the `@`.
    ///
    /// The part before the `@` has only `a` to `z` and `0` to `9`, a limited number of them, and no digit in front.
    /// After the one `@` is a domain name, as in ``email``. The whole has at most `AccountID.maximumUTF8Length` bytes.
    ///
    /// The report has the address first, then the length, the characters and the first character of the part before
    /// the `@`. These three are not evaluated if there is no such part. Reports `.tooManyBytes`, `.notAnEmailAddress`
    /// with `.shape` or `.domain`, and `.local` with `.tooShort`, `.tooLong`, `.forbiddenCharacter` or `.startsWithDigit`.
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
