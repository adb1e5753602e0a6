/// A number of ASCII characters, and which ones.
struct PlainShortcut: Hashable, Sendable {
    /// How many characters there have to be.
    var minimum = 0

    /// How many characters there may be.
    var maximum = Int.max

    /// How large the text may be in bytes, whatever characters these are.
    var maximumUTF8Length = Int.max

    /// The characters that may occur.
    var allowed = ASCIISet.all

    /// The characters that the text may begin with.
    var first = ASCIISet.all

    /// Whether one of the characters has to show.
    var mustShow = false

    /// Beyond this many bytes the tree of the rule decides.
    private static let longest = 256

    /// What joins others in a grapheme cluster, although it is ASCII.
    private static let carriageReturn = UInt8(ascii: "\r")

    @inline(__always)
    func verdict(on bytes: UnsafeBufferPointer<UInt8>) -> Shortcut.Verdict {
        // No text has more characters than bytes.
        guard bytes.count >= minimum else { return .refused }
        guard bytes.count <= min(maximum, maximumUTF8Length, Self.longest) else { return .undecided }
        if let head = bytes.first, head < 0x80, !first.contains(head) { return .refused }
        if !mustShow, allowed.isSuperset(of: .visible), isVisible(bytes) { return .accepted }
        var shows = !mustShow
        for byte in bytes {
            if byte >= 0x80 || byte == Self.carriageReturn { return .undecided }
            if !allowed.contains(byte) { return .refused }
            shows = shows || ASCIISet.visible.contains(byte)
        }
        // How far the tree looks for something that shows is its own business.
        return shows && (!mustShow || bytes.count <= 64) ? .accepted : .undecided
    }

    /// Tells, eight bytes at a time, whether all are among those that show, or spaces where these are allowed.
    ///
    /// No is only a guess: it is also said of fewer than eight bytes.
    @inline(__always)
    private func isVisible(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 8, let base = UnsafeRawPointer(bytes.baseAddress) else { return false }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let least = ones &* (allowed.contains(0x20) ? 0x20 : 0x21)
        var place = 0
        while true {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            // The upper bit of a byte is set where the byte has it itself, is below the least, or is 0x7F.
            let strange = word | (word &- least) | (word &+ ones)
            if strange & (ones &* 0x80) != 0 { return false }
            if place == bytes.count - 8 { return true }
            place = min(place + 8, bytes.count - 8)
        }
    }

    func and(_ other: PlainShortcut) -> PlainShortcut {
        PlainShortcut(
            minimum: max(minimum, other.minimum),
            maximum: min(maximum, other.maximum),
            maximumUTF8Length: min(maximumUTF8Length, other.maximumUTF8Length),
            allowed: allowed.intersection(other.allowed),
            first: first.intersection(other.first),
            mustShow: mustShow || other.mustShow
        )
    }

    /// Tells whether every address of a grammar does what is asked here, but for its size in bytes.
    func isSubsumed(by grammar: EmailGrammar) -> Bool {
        minimum <= 1 && maximum == .max && allowed.isSuperset(of: grammar.alphabet)
            && first.isSuperset(of: grammar.first)
    }
}
