/// A set of folded words in a table with open addressing, of which at least half is empty.
final class WordTable: Sendable {
    /// The octets of all words, one after the other.
    private let octets: [UInt8]

    /// Where the words begin, and at the end where the last one ends.
    private let starts: [Int32]

    /// The numbers of the words, from 1, at the places that their hashes give; 0 is an empty place.
    private let places: [Int32]

    /// The size of the largest word.
    let longest: Int

    init(_ words: some Sequence<String>) {
        var octets: [UInt8] = []
        var starts: [Int32] = [0]
        var longest = 0
        let folded = words.map { FoldedText.withOctets(of: $0, Array.init) }.filter { !$0.isEmpty }
        var size = 2
        while size < 2 * folded.count { size *= 2 }
        var places = [Int32](repeating: 0, count: size)
        for word in folded {
            let isNew = word.withUnsafeBufferPointer { word in
                var place = Self.hash(word) & (size - 1)
                while places[place] != 0 {
                    if Self.isWord(Int(places[place]), word, octets: octets, starts: starts) { return false }
                    place = (place + 1) & (size - 1)
                }
                places[place] = Int32(starts.count)
                return true
            }
            guard isNew else { continue }
            octets += word
            starts.append(Int32(octets.count))
            longest = max(longest, word.count)
        }
        self.octets = octets
        self.starts = starts
        self.places = places
        self.longest = longest
    }

    var count: Int { starts.count - 1 }

    /// The words, in the order in which they were given.
    var words: [String] {
        zip(starts, starts.dropFirst()).map { String(decoding: octets[Int($0)..<Int($1)], as: UTF8.self) }
    }

    func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.count <= longest else { return false }
        var place = Self.hash(word) & (places.count - 1)
        while places[place] != 0 {
            if Self.isWord(Int(places[place]), word, octets: octets, starts: starts) { return true }
            place = (place + 1) & (places.count - 1)
        }
        return false
    }

    private static func isWord(
        _ number: Int,
        _ word: UnsafeBufferPointer<UInt8>,
        octets: [UInt8],
        starts: [Int32]
    ) -> Bool {
        let range = Int(starts[number - 1])..<Int(starts[number])
        return range.count == word.count && octets[range].elementsEqual(word)
    }

    /// FNV-1a, of 64 bits, with its upper half mixed into the lower one.
    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in word { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }
}
