import Domain

/// The grammar of e-mail addresses, in a pass over the octets of a text that ends at the first that does not fit.
///
/// A local part of given characters and a ``DomainName``, with one `@` between them, of `AccountID.maximumOctets`
/// octets at most (RFC 5321 section 4.5.3.1.3).
struct EmailGrammar: Hashable, Sendable {
    /// The characters that a local part may begin with.
    let first: ASCIISet

    /// The characters of a local part; full stops among them stand alone, and at neither end.
    let inner: ASCIISet

    /// How many characters a local part has.
    let length: ClosedRange<Int>

    /// The octets that a local part may have (RFC 5321 section 4.5.3.1.1).
    static let longestLocal = 64

    /// Dot-atoms (RFC 5322 section 3.2.3) of at most 64 octets (RFC 5321 section 4.5.3.1.1).
    static let practical: EmailGrammar = {
        let atoms = ASCIISet.letters.union(.digits).union("!#$%&'*+-/=?^_`{|}~")
        return EmailGrammar(first: atoms, inner: atoms.union("."), length: 1...longestLocal)
    }()

    /// Lower-case letters and digits, with a letter in front.
    static func plain(length: ClosedRange<Int>) -> EmailGrammar {
        EmailGrammar(first: .lowercase, inner: ASCIISet.lowercase.union(.digits), length: length)
    }

    /// Every character that an address may have, of those in ASCII.
    var alphabet: ASCIISet { inner.union(.letters).union(.digits).union(".-@") }

    /// Tells whether a text is an address.
    @inline(__always)
    func accepts(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let head = octets.first, octets.count <= AccountID.maximumOctets, first.contains(head),
            let at = endOfLocal(octets)
        else { return false }
        return length.contains(at) && DomainName.accepts(octets, from: at + 1)
    }

    /// The place of the `@` behind a local part, or nil where there is none.
    @inline(__always)
    private func endOfLocal(_ octets: UnsafeBufferPointer<UInt8>) -> Int? {
        var previous = UInt8(ascii: ".")
        for index in octets.indices {
            let octet = octets[index]
            let isDot = octet == UInt8(ascii: ".")
            if inner.contains(octet) {
                if isDot, previous == octet { return nil }
                previous = octet
            } else {
                return octet == UInt8(ascii: "@") && previous != UInt8(ascii: ".") ? index : nil
            }
        }
        return nil
    }

    /// Composes a text that is too large for an address as it is and might be none any more in Normalization Form C.
    static func composed(_ text: String) -> String {
        let octets = text.utf8.count
        return octets > AccountID.maximumOctets && octets <= 3 * AccountID.maximumOctets ? text.composed : text
    }

    /// Finds what is wrong with an address, or nil where nothing is.
    func issue(in text: String) -> ValidationIssue? {
        var text = Self.composed(text)
        let octets = text.utf8.count
        guard octets <= AccountID.maximumOctets else {
            return .tooManyOctets(maximum: AccountID.maximumOctets, actual: octets)
        }
        return text.withUTF8 { octets in
            if accepts(octets) { return nil }
            guard let at = octets.firstIndex(of: UInt8(ascii: "@")), at > 0, at < octets.count - 1,
                !octets[(at + 1)...].contains(UInt8(ascii: "@"))
            else { return .notAnEmailAddress(.shape) }
            let isLocal = first.contains(octets[0]) && endOfLocal(octets) == at && length.contains(at)
            return .notAnEmailAddress(isLocal ? .domain : .local)
        }
    }
}
