/// A yescrypt hash as crypt(5) spells it, known to be one that libcrypt can be given.
///
/// libcrypt takes many other strings for settings: the weak, such as DES, and those that keep it busy for minutes or ask
/// for gigabytes. None of them gets past this type.
struct YescryptString: Hashable, Sendable {
    /// The whole of it: parameters, salt and hash.
    let text: String

    /// The parameters for the costs 5 to 9, and cost 1, which only tests make.
    private static let parameters: Set<String> = ["j75", "j9T", "jAT", "jBT", "jCT", "jDT"]

    private static let saltCount = 22
    private static let hashCount = 43

    /// Creates a hash from a stored string, or nil where it is none.
    ///
    /// - Parameter text: `$y$`, known parameters, `$`, 22 characters of salt, `$` and 43 characters of hash.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5,
            parts[0].isEmpty,
            parts[1].elementsEqual("y".utf8),
            Self.parameters.contains(String(decoding: parts[2], as: UTF8.self)),
            parts[3].count == Self.saltCount,
            parts[4].count == Self.hashCount,
            parts[3...].joined().allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
    }

    /// Compares in a time that does not depend on where the texts differ.
    func equals(_ other: YescryptString) -> Bool {
        let (left, right) = (Array(text.utf8), Array(other.text.utf8))
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for place in left.indices { difference |= left[place] ^ right[place] }
        return difference == 0
    }

    /// Tells whether an octet is one of the 64 digits of crypt.
    private static func isDigit(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            false
        }
    }
}
