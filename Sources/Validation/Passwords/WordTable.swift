/// A set of folded words in a table with open addressing, of which at least half is empty.
struct WordTable: Sendable {
    /// The bytes of all words, one after the other.
    private var bytes: [UInt8] = []

    /// Where the words begin, and at the end where the last one ends.
    private var starts: [Int32] = [0]

    /// The numbers of the words, from 1, at the places that their hashes give; 0 is an empty place.
    private var places: [Int32] = [0, 0]

    /// The size of the largest word.
    private(set) var longest = 0

    /// Makes a set of words in any case; what is empty is left out.
    init(_ words: some Sequence<String>) {
        for word in words { FoldedText.withBytes(of: word) { insert($0) } }
    }

    /// Makes a set of words that are folded, in texts with white space between them, and of phrases with white space.
    ///
    /// Nothing is made of a word but its place, so that thousands of them take some hundred microseconds.
    init(_ texts: [StaticString], phrases: [StaticString]) {
        let size = texts.reduce(0) { $0 + $1.utf8CodeUnitCount }
        bytes.reserveCapacity(size)
        // Words have more than 4 bytes in the mean, so this is enough for them, and no table grows.
        starts.reserveCapacity(size / 4)
        while 2 * places.count < size { places = [Int32](repeating: 0, count: 2 * places.count) }
        for text in texts {
            let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            var start = 0
            for place in 0...text.count where place == text.count || text[place] <= 0x20 {
                insert(UnsafeBufferPointer(rebasing: text[start..<place]))
                start = place + 1
            }
        }
        for phrase in phrases {
            insert(UnsafeBufferPointer(start: phrase.utf8Start, count: phrase.utf8CodeUnitCount))
        }
    }

    var count: Int { starts.count - 1 }

    /// The words, in the order in which they were given.
    var words: [String] {
        zip(starts, starts.dropFirst()).map { String(decoding: bytes[Int($0)..<Int($1)], as: UTF8.self) }
    }

    func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        word.count <= longest && places[place(of: word)] != 0
    }

    private mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
        if word.isEmpty { return }
        let place = place(of: word)
        guard places[place] == 0 else { return }
        bytes.append(contentsOf: word)
        starts.append(Int32(bytes.count))
        longest = max(longest, word.count)
        places[place] = Int32(count)
        if 2 * count > places.count { grow() }
    }

    private mutating func grow() {
        places = [Int32](repeating: 0, count: 4 * places.count)
        bytes.withUnsafeBufferPointer { bytes in
            for number in 1...count {
                let range = Int(starts[number - 1])..<Int(starts[number])
                places[place(of: UnsafeBufferPointer(rebasing: bytes[range]))] = Int32(number)
            }
        }
    }

    /// Where a word is, or would be.
    private func place(of word: UnsafeBufferPointer<UInt8>) -> Int {
        var place = Self.hash(word) & (places.count - 1)
        while places[place] != 0 {
            let number = Int(places[place])
            let range = Int(starts[number - 1])..<Int(starts[number])
            if range.count == word.count, bytes[range].elementsEqual(word) { return place }
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    /// FNV-1a, of 64 bits, with its upper half mixed into the lower one.
    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7FFF_FFFF)
    }
}
