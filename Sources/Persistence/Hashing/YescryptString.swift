/// A yescrypt hash as crypt(5) spells it, known to be one that libcrypt can be given.
///
/// libcrypt takes many other strings for settings: the weak, such as DES, and those that keep it busy for minutes or
/// ask for gigabytes. None of them gets past this type.
struct YescryptString: Hashable, Sendable {
    /// The whole of it: parameters, salt and hash.
    let text: String

    /// The cost that the parameters stand for; each step up doubles time and memory.
    let cost: UInt

    /// The parameters of the costs that are compared: 5 to 9, and 1, which only tests make.
    private static let comparable: [String: UInt] = ["j75": 1, "j9T": 5, "jAT": 6, "jBT": 7, "jCT": 8, "jDT": 9]

    /// The parameters of the costs that are only made on the way up to a higher one.
    private static let passing: [String: UInt] = ["j85": 2, "j7T": 3, "j8T": 4]

    private static let saltCount = 22
    private static let hashCount = 43

    /// Creates a hash from a stored string, or nil where it is none.
    ///
    /// - Parameter text: `$y$`, known parameters, `$`, 22 characters of salt, `$` and 43 characters of hash.
    init?(_ text: String) {
        self.init(text, costs: Self.comparable)
    }

    /// Creates a hash from what libcrypt has made.
    init?(made text: String) {
        self.init(text, costs: Self.comparable.merging(Self.passing) { known, _ in known })
    }

    private init?(_ text: String, costs: [String: UInt]) {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5,
            parts[0].isEmpty,
            parts[1].elementsEqual("y".utf8),
            let cost = costs[String(decoding: parts[2], as: UTF8.self)],
            parts[3].count == Self.saltCount,
            parts[4].count == Self.hashCount,
            parts[3...].joined().allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
        self.cost = cost
    }

    /// Compares in a time that does not depend on where the texts differ.
    func equals(_ other: YescryptString) -> Bool {
        ConstantTime.areEqual(Array(text.utf8), Array(other.text.utf8))
    }

    /// Tells whether a byte is one of the 64 digits of crypt.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            false
        }
    }
}
