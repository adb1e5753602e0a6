import Domain

/// The two sides of the one `@` of an e-mail address.
struct EmailAddressParts {
    /// The bytes that the part before the `@` may have (RFC 5321, section 4.5.3.1.1).
    static let maximumLocalLength = 64

    /// The UTF-8 bytes before the `@`, of which there is one or more.
    let local: ArraySlice<UInt8>

    /// The UTF-8 bytes after the `@`, of which there is one or more.
    let domain: ArraySlice<UInt8>

    /// Splits an address.
    ///
    /// - Parameter text: The address, of `AccountID.maximumUTF8Length` bytes at most (RFC 5321, section 4.5.3.1.3).
    /// - Throws: `ValidationIssue.tooManyBytes`, or `.notAnEmailAddress(.shape)` without one `@` between two parts.
    init(_ text: String) throws(ValidationIssue) {
        let maximum = AccountID.maximumUTF8Length
        // Normalization Form C makes a text three times smaller at most.
        let text = text.utf8.count > maximum && text.utf8.count <= 3 * maximum ? text.composed : text
        guard text.utf8.count <= maximum else { throw .tooManyBytes(maximum: maximum, actual: text.utf8.count) }
        let bytes = Array(text.utf8)
        let sign = UInt8(ascii: "@")
        guard let at = bytes.firstIndex(of: sign) else { throw .notAnEmailAddress(.shape) }
        local = bytes[..<at]
        domain = bytes[(at + 1)...]
        guard !local.isEmpty, !domain.isEmpty, !domain.contains(sign) else { throw .notAnEmailAddress(.shape) }
    }

    /// Returns the part of an address before the `@`, or nil if the text does not have two parts.
    static func local(of text: String) -> String? {
        do throws(ValidationIssue) {
            return String(decoding: try EmailAddressParts(text).local, as: UTF8.self)
        } catch {
            // A rule for the whole address reports it.
            return nil
        }
    }

    /// Returns the issue of an address: that of its shape, or the one that a check finds in its parts.
    static func issue(in text: String, _ check: (EmailAddressParts) -> ValidationIssue?) -> ValidationIssue? {
        do throws(ValidationIssue) {
            return check(try EmailAddressParts(text))
        } catch {
            return error
        }
    }

    /// Whether the local part is a dot-atom (RFC 5322, section 3.2.3) of at most ``maximumLocalLength`` bytes.
    var isLocalPartDotAtom: Bool {
        let dot = UInt8(ascii: ".")
        var previous = dot
        for byte in local {
            guard byte == dot ? previous != dot : Self.isAtomCharacter(byte) else { return false }
            previous = byte
        }
        return previous != dot && local.count <= Self.maximumLocalLength
    }

    private static func isAtomCharacter(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

extension UInt8 {
    /// Whether it is one of `a` to `z` and `A` to `Z` in ASCII.
    var isASCIILetter: Bool {
        // Upper and lower case differ in this bit.
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
}
