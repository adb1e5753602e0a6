/// A pseudonym of an account, for logs and counters: all spellings of an ID have the same tag.
///
/// It is a SHA-256 digest without a key, so it does not show the ID, but a guessed ID can be confirmed.
public struct AccountTag: Hashable, Sendable, CustomStringConvertible {
    /// The number of hexadecimal digits of a tag.
    public static let digitCount = 32

    /// The first 128 bits of the digest, in ``digitCount`` lower-case hexadecimal digits.
    public let digits: String

    /// Creates the tag of an ID.
    ///
    /// - Parameter id: The ID, in any spelling.
    public init(_ id: AccountID) {
        let digest = SHA256.digest(of: Array(("account-flow.account\0" + id.canonical).utf8))
        digits = Hexadecimal.text(of: Array(digest.prefix(Self.digitCount / 2)))
    }

    /// Creates a tag from its stored digits.
    ///
    /// - Parameter digits: ``digitCount`` lower-case hexadecimal digits; the result is nil for any other text.
    public init?(digits: String) {
        guard Hexadecimal.bytes(of: digits)?.count == Self.digitCount / 2 else { return nil }
        self.digits = digits
    }

    /// The digits.
    public var description: String { digits }
}

/// The conversion of bytes to pairs of lower-case hexadecimal digits, and back.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    package static func text(of bytes: [UInt8]) -> String {
        let text = bytes.reduce(into: [UInt8]()) { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes, or nil if the text is not one that ``text(of:)`` returns.
    static func bytes(of text: String) -> [UInt8]? {
        let values = text.utf8.compactMap { letter in digits.firstIndex(of: letter).map { UInt8($0) } }
        guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
