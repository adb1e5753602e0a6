import Domain

/// The parts of an e-mail address before and after its only `@`.
struct EmailAddressParts {
    /// The largest number of bytes before the `@` (RFC 5321, section 4.5.3.1.1).
    static let maximumLocalLength = 64

    /// The UTF-8 bytes before the `@`, at least one.
    let local: ArraySlice<UInt8>

    /// The UTF-8 bytes after the `@`, at least one.
    let domain: ArraySlice<UInt8>

    /// Splits an address.
    ///
    /// - Parameter text: The address, of `AccountID.maximumUTF8Length` bytes at most (RFC 5321, section 4.5.3.1.3).
    /// - Throws: `ValidationIssue.tooManyBytes`, or `.notAnEmailAddress(.shape)` unless one `@` separates two parts.
    init(_ text: String) throws(ValidationIssue) {
        let maximum = AccountID.maximumUTF8Length
        // Normalization Form C shrinks a text to a third at most.
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
            // The rule for the whole address reports the issue.
            return nil
        }
    }

    /// Returns the issue of an address's shape, or else the issue that a check finds in its parts.
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
    /// Whether the byte is an ASCII letter.
    var isASCIILetter: Bool {
        // Upper and lower case differ in this bit.
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
}
