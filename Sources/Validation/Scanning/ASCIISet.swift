/// A set of ASCII characters in two machine words, to be asked for every byte of a text.
struct ASCIISet: Hashable, Sendable, ExpressibleByStringLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The set of the characters that a text is made of; what is not ASCII is left out.
    init(_ characters: String) {
        for byte in characters.utf8 where byte < 128 { insert(byte) }
    }

    init(stringLiteral characters: String) {
        self.init(characters)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word &>> UInt64(byte)) & 1 == 1
    }

    func isSuperset(of other: ASCIISet) -> Bool {
        low & other.low == other.low && high & other.high == other.high
    }

    func union(_ other: ASCIISet) -> ASCIISet {
        var set = self
        set.low |= other.low
        set.high |= other.high
        return set
    }

    func intersection(_ other: ASCIISet) -> ASCIISet {
        var set = self
        set.low &= other.low
        set.high &= other.high
        return set
    }

    func subtracting(_ other: ASCIISet) -> ASCIISet {
        var set = self
        set.low &= ~other.low
        set.high &= ~other.high
        return set
    }

    // Spelt out in bits, so that they are constants and need no look whether they have been made yet.
    static let all = ASCIISet(low: .max, high: .max)
    static let digits = ASCIISet(low: 0x03FF_0000_0000_0000, high: 0)
    static let lowercase = ASCIISet(low: 0, high: 0x07FF_FFFE_0000_0000)
    static let letters = ASCIISet(low: 0, high: 0x07FF_FFFE_07FF_FFFE)
    static let controls = ASCIISet(low: 0x0000_0000_FFFF_FFFF, high: 0x8000_0000_0000_0000)

    /// Those that show: all but the controls and the space.
    static let visible = ASCIISet(low: 0xFFFF_FFFE_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF)

    /// The characters with the Unicode property White_Space.
    static let whitespace = ASCIISet(low: 0x0000_0001_0000_3E00, high: 0)
}
