/// A name for an account that does not show its ID: all spellings of an ID have one tag.
///
/// It is made of a SHA-256 digest without a key. Whoever guesses an ID can make its tag too, so a tag keeps an ID from
/// being read, not from being tried.
public struct AccountTag: Hashable, Sendable, CustomStringConvertible {
    /// How many hexadecimal digits a tag has.
    public static let digitCount = 32

    /// The first 128 bits of the digest, in ``digitCount`` lower-case hexadecimal digits.
    public let digits: String

    /// Makes the tag of an ID.
    ///
    /// - Parameter id: The ID, in any spelling.
    public init(_ id: AccountID) {
        let digest = SHA256.digest(of: Array(("account-flow.account\0" + id.canonical).utf8))
        digits = Hexadecimal.text(of: digest.prefix(Self.digitCount / 2))
    }

    /// Takes a tag from where it is stored.
    ///
    /// - Parameter digits: What ``digits`` was; nil comes of anything else.
    public init?(digits: String) {
        guard Hexadecimal.bytes(of: digits)?.count == Self.digitCount / 2 else { return nil }
        self.digits = digits
    }

    /// The digits.
    public var description: String { digits }
}

/// Bytes as pairs of lower-case hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(of bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (place, byte) in bytes.enumerated() {
                text[2 * place] = digits[Int(byte >> 4)]
                text[2 * place + 1] = digits[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }

    /// Reads what ``text(of:)`` writes, and nothing else.
    static func bytes(of text: String) -> [UInt8]? {
        let values = text.utf8.compactMap { letter in digits.firstIndex(of: letter).map { UInt8($0) } }
        guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
