import Domain

/// The grammar of e-mail addresses, in a pass over the bytes of a text that ends at the first that does not fit.
///
/// A local part of given characters and a ``DomainName``, with one `@` between them, of `AccountID.maximumUTF8Length`
/// bytes at most (RFC 5321 section 4.5.3.1.3).
struct EmailGrammar: Hashable, Sendable {
    /// The characters that a local part may begin with.
    let first: ASCIISet

    /// The characters of a local part; full stops among them stand alone, and at neither end.
    let inner: ASCIISet

    /// How many characters a local part has.
    let length: ClosedRange<Int>

    /// The bytes that a local part may have (RFC 5321 section 4.5.3.1.1).
    static let longestLocal = 64

    /// Dot-atoms (RFC 5322 section 3.2.3) of at most 64 bytes (RFC 5321 section 4.5.3.1.1).
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
    func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let head = bytes.first, bytes.count <= AccountID.maximumUTF8Length, first.contains(head),
            let at = endOfLocal(bytes)
        else { return false }
        return length.contains(at) && DomainName.accepts(bytes, from: at + 1)
    }

    /// The place of the `@` behind a local part, or nil where there is none.
    @inline(__always)
    private func endOfLocal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var previous = UInt8(ascii: ".")
        for index in bytes.indices {
            let byte = bytes[index]
            let isDot = byte == UInt8(ascii: ".")
            if inner.contains(byte) {
                if isDot, previous == byte { return nil }
                previous = byte
            } else {
                return byte == UInt8(ascii: "@") && previous != UInt8(ascii: ".") ? index : nil
            }
        }
        return nil
    }

    /// Composes a text that is too large for an address as it is and might be none any more in Normalization Form C.
    static func composed(_ text: String) -> String {
        let bytes = text.utf8.count
        return bytes > AccountID.maximumUTF8Length && bytes <= 3 * AccountID.maximumUTF8Length ? text.composed : text
    }

    /// Finds what is wrong with an address, or nil where nothing is.
    func issue(in text: String) -> ValidationIssue? {
        var text = Self.composed(text)
        let bytes = text.utf8.count
        guard bytes <= AccountID.maximumUTF8Length else {
            return .tooManyBytes(maximum: AccountID.maximumUTF8Length, actual: bytes)
        }
        return text.withUTF8 { bytes in
            if accepts(bytes) { return nil }
            guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1,
                !bytes[(at + 1)...].contains(UInt8(ascii: "@"))
            else { return .notAnEmailAddress(.shape) }
            let isLocal = first.contains(bytes[0]) && endOfLocal(bytes) == at && length.contains(at)
            return .notAnEmailAddress(isLocal ? .domain : .local)
        }
    }
}
