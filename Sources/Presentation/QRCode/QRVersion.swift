/// The size of a QR code with error correction level M, and what follows from it.
package struct QRVersion: Hashable, Sendable {
    /// The number of codewords for error correction in each block, by versions (ISO/IEC 18004, table 9).
    private static let correctionCounts: [Int] = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
        26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]

    /// The number of blocks, by versions.
    private static let blockCounts: [Int] = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
        17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]

    /// The number, from 1 to 40.
    package let number: Int

    /// Creates a version.
    package init(_ number: Int) {
        self.number = number
    }

    /// Returns the first version with room for some bytes; nil if none has it.
    package static func smallest(forBytes count: Int) -> QRVersion? {
        correctionCounts.indices.lazy.map { QRVersion($0 + 1) }.first { $0.capacity >= count }
    }

    /// The number of modules in a row.
    package var size: Int { 17 + 4 * number }

    /// The largest number of bytes of a text.
    package var capacity: Int { dataCount - (number < 10 ? 2 : 3) }

    /// The rows and columns of the centers of the alignment patterns (annex E).
    var alignments: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    /// The version as 18 bits with error correction (annex D); nil for those that need none.
    package var informationBits: Int? {
        number < 7 ? nil : Self.bits(number, remainder: 12, polynomial: 0b1_1111_0010_0101)
    }

    /// Level M and a mask as 15 bits with error correction (annex C).
    package static func formatBits(mask: Int) -> Int {
        bits(mask, remainder: 10, polynomial: 0b101_0011_0111) ^ 0b101_0100_0001_0010
    }

    /// Appends the remainder of a polynomial to a number.
    private static func bits(_ number: Int, remainder count: Int, polynomial: Int) -> Int {
        var rest = number
        for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1) & 1) * polynomial }
        return number << count | rest
    }

    // MARK: Codewords

    private var correctionCount: Int { Self.correctionCounts[number - 1] }

    private var blockCount: Int { Self.blockCounts[number - 1] }

    private var wordCount: Int {
        let timing = size * size - 3 * 64 - 2 * 15 - 1 - 2 * (size - 16)
        guard number > 1 else { return timing / 8 }
        let count = number / 7 + 2
        // An alignment pattern on a timing pattern has five modules less of its own.
        let alignment = (count * count - 3) * 25 - 2 * (count - 2) * 5
        return (timing - alignment - (number < 7 ? 0 : 2 * 18)) / 8
    }

    private var dataCount: Int { wordCount - correctionCount * blockCount }

    /// Returns the codewords of at most ``capacity`` bytes in the order of the code.
    package func codewords(of bytes: [UInt8]) -> [UInt8] {
        let data = dataWords(of: bytes)
        let (short, longCount) = (dataCount / blockCount, dataCount % blockCount)
        var blocks: [ArraySlice<UInt8>] = []
        var rest = data[...]
        for block in 0..<blockCount {
            let count = short + (block < blockCount - longCount ? 0 : 1)
            blocks.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        let corrections = blocks.map { ReedSolomon.correction(of: $0, count: correctionCount) }
        return Self.interleaved(blocks) + Self.interleaved(corrections.map { $0[...] })
    }

    /// The mode, the length, the bytes, and the padding.
    private func dataWords(of bytes: [UInt8]) -> [UInt8] {
        // The mode has four bits, so that every byte is in two codewords.
        let length = number < 10 ? [UInt8(bytes.count)] : [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        var (words, last): ([UInt8], UInt8) = ([], 0b0100)
        for byte in length + bytes {
            words.append(last << 4 | byte >> 4)
            last = byte & 15
        }
        words.append(last << 4)
        return words + (0..<dataCount - words.count).map { $0.isMultiple(of: 2) ? 0xEC : 0x11 }
    }

    /// The first codewords of all blocks, then the second ones, and so on.
    private static func interleaved(_ blocks: [ArraySlice<UInt8>]) -> [UInt8] {
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { place in
            blocks.compactMap { $0.dropFirst(place).first }
        }
    }
}

/// The error correction of ISO/IEC 18004: remainders of polynomials over the field of 256 elements.
package enum ReedSolomon {
    /// Returns so many codewords for error correction of a block.
    package static func correction(of data: some Sequence<UInt8>, count: Int) -> [UInt8] {
        let generator = generator(count)
        return data.reduce(into: [UInt8](repeating: 0, count: count)) { rest, byte in
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in rest.indices { rest[place] ^= product(generator[place], factor) }
        }
    }

    /// The coefficients of the product of (x - 2^i), from the highest, without the first, which is 1.
    static func generator(_ count: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                let next = place + 1 < count ? coefficients[place + 1] : 0
                coefficients[place] = product(coefficients[place], root) ^ next
            }
            root = product(root, 2)
        }
        return coefficients
    }

    /// The product modulo x^8 + x^4 + x^3 + x^2 + 1.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { product, bit in
            product << 1 ^ (product >> 7) * 0x1D ^ (right >> UInt8(bit) & 1) * left
        }
    }
}
