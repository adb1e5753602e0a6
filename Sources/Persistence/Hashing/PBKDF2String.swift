/// A PBKDF2 hash in the PHC string format, known to be one that is made here.
///
/// `$pbkdf2-sha256$i=600000,l=32$` is followed by 16 bytes of salt, `$` and 32 bytes of hash, both in base 64 without
/// padding. Whoever can write the string could ask for work without end; the number of iterations has bounds here.
struct PBKDF2String: Hashable, Sendable {
    /// How often a hash may have been iterated that is to be compared.
    static let accepted = 1_000...2_400_000

    static let saltCount = 16
    static let hashCount = 32

    let iterations: Int
    let salt: [UInt8]
    let hash: [UInt8]

    init(iterations: Int, salt: [UInt8], hash: [UInt8]) {
        self.iterations = iterations
        self.salt = salt
        self.hash = hash
    }

    /// Creates a hash from a stored string, or nil where it is none.
    ///
    /// - Parameter text: A string as ``text`` spells it, to the letter.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5,
            parts[2].count <= 16,
            let iterations = Int(
                String(decoding: parts[2].dropFirst(2).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
            ),
            Self.accepted.contains(iterations),
            let salt = Base64Digits.bytes(of: parts[3], count: Self.saltCount),
            let hash = Base64Digits.bytes(of: parts[4], count: Self.hashCount)
        else { return nil }
        self.init(iterations: iterations, salt: salt, hash: hash)
        // Of the many spellings of a number, or of a letter, there is one that we write.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The string that is stored.
    var text: String {
        "$pbkdf2-sha256$i=\(iterations),l=\(Self.hashCount)$"
            + Base64Digits.text(of: salt) + "$" + Base64Digits.text(of: hash)
    }
}
