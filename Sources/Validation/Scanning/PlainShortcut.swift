/// A number of ASCII characters, and which ones.
struct PlainShortcut: Hashable, Sendable {
    /// How many characters there have to be.
    var minimum = 0

    /// How many characters there may be.
    var maximum = Int.max

    /// How large the text may be in octets, whatever characters these are.
    var maximumOctets = Int.max

    /// The characters that may occur.
    var allowed = ASCIISet.all

    /// The characters that the text may begin with.
    var first = ASCIISet.all

    /// Whether one of the characters has to show.
    var mustShow = false

    /// Beyond this many octets the tree of the rule decides.
    private static let longest = 256

    /// What joins others in a grapheme cluster, although it is ASCII.
    private static let carriageReturn = UInt8(ascii: "\r")

    @inline(__always)
    func verdict(on octets: UnsafeBufferPointer<UInt8>) -> Shortcut.Verdict {
        // No text has more characters than octets.
        guard octets.count >= minimum else { return .refused }
        guard octets.count <= min(maximum, maximumOctets, Self.longest) else { return .undecided }
        if let head = octets.first, head < 0x80, !first.contains(head) { return .refused }
        if !mustShow, allowed.isSuperset(of: .visible), isVisible(octets) { return .accepted }
        var shows = !mustShow
        for octet in octets {
            if octet >= 0x80 || octet == Self.carriageReturn { return .undecided }
            if !allowed.contains(octet) { return .refused }
            shows = shows || ASCIISet.visible.contains(octet)
        }
        // How far the tree looks for something that shows is its own business.
        return shows && (!mustShow || octets.count <= 64) ? .accepted : .undecided
    }

    /// Tells, eight octets at a time, whether all are among those that show, or spaces where these are allowed.
    ///
    /// No is only a guess: it is also said of fewer than eight octets.
    @inline(__always)
    private func isVisible(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
        guard octets.count >= 8, let base = UnsafeRawPointer(octets.baseAddress) else { return false }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let least = ones &* (allowed.contains(0x20) ? 0x20 : 0x21)
        var place = 0
        while true {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            // The upper bit of an octet is set where the octet has it itself, is below the least, or is 0x7F.
            let strange = word | (word &- least) | (word &+ ones)
            if strange & (ones &* 0x80) != 0 { return false }
            if place == octets.count - 8 { return true }
            place = min(place + 8, octets.count - 8)
        }
    }

    func and(_ other: PlainShortcut) -> PlainShortcut {
        PlainShortcut(
            minimum: max(minimum, other.minimum),
            maximum: min(maximum, other.maximum),
            maximumOctets: min(maximumOctets, other.maximumOctets),
            allowed: allowed.intersection(other.allowed),
            first: first.intersection(other.first),
            mustShow: mustShow || other.mustShow
        )
    }

    /// Tells whether every address of a grammar does what is asked here, but for its size in octets.
    func isSubsumed(by grammar: EmailGrammar) -> Bool {
        minimum <= 1 && maximum == .max && allowed.isSuperset(of: grammar.alphabet)
            && first.isSuperset(of: grammar.first)
    }
}
