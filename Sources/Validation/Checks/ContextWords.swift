/// Words that are easily guessed, folded once, and found by their first four bytes.
struct ContextWords: Hashable, Sendable {
    /// The folded words, in the order of their bytes.
    private let words: [[UInt8]]

    /// The first four bytes of each word; none has fewer.
    private let heads: [UInt32]

    init(_ words: [String]) {
        let folded = words.compactMap { word in
            FoldedText.withBytes(of: word) { $0.isWord ? Array($0) : nil }
        }
        self.words = Set(folded).sorted { $0.lexicographicallyPrecedes($1) }
        heads = self.words.map { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Tells whether one of the words occurs in a folded text.
    func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if heads.isEmpty { return false }
        var head: UInt32 = 0
        for (place, byte) in text.enumerated() {
            head = head << 8 | UInt32(byte)
            guard place >= 3 else { continue }
            var candidate = firstPlace(of: head)
            while candidate < heads.count, heads[candidate] == head {
                if text[(place - 3)...].starts(with: words[candidate]) { return true }
                candidate += 1
            }
        }
        return false
    }

    /// Where the first word is whose head is not below another.
    private func firstPlace(of head: UInt32) -> Int {
        var low = 0
        var high = heads.count
        while low < high {
            let middle = (low + high) / 2
            if heads[middle] < head { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
