/// A hash function of FIPS 180-4 with words of 32 bits and blocks of 64 bytes.
package protocol HashFunction {
    /// The initial state.
    static var initial: Words { get }

    /// The size of a hash value in bytes.
    static var digestBytes: Int { get }

    /// The number of words of a message schedule, of which the first ``blockWords`` are the block.
    static var scheduleWords: Int { get }

    /// Processes the block at the start of a message schedule, whose other words are computed.
    static func compress(_ state: inout Words, _ schedule: UnsafeMutableBufferPointer<UInt32>)
}

extension HashFunction {
    /// The words of a hash value or of an intermediate state; a function with fewer than eight ignores the others.
    package typealias Words = SIMD8<UInt32>

    /// The number of words of a block.
    package static var blockWords: Int { 16 }

    /// The size of a block in bytes.
    package static var blockBytes: Int { 64 }

    /// Returns the hash value of a message.
    package static func digest(of message: some Collection<UInt8>) -> [UInt8] {
        bytes(of: words(of: message, after: initial, bytes: 0))
    }

    /// Returns the hash value of a message from its rest, and from the state after the blocks before it, which have a
    /// number of bytes.
    package static func words(of message: some Collection<UInt8>, after state: Words, bytes: Int) -> Words {
        var state = state
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: scheduleWords) { schedule in
            // The padding of section 5.1.1: a set bit, the fewest zeros that fill a block, and the length in bits.
            let bits = UInt64(bytes + message.count) * 8
            let zeros = (2 * blockBytes - 9 - message.count % blockBytes) % blockBytes
            var word: UInt32 = 0
            var place = 0
            func add(_ byte: UInt8) {
                word = word << 8 | UInt32(byte)
                place += 1
                if place % 4 == 0 { schedule[place / 4 - 1] = word }
                guard place == blockBytes else { return }
                compress(&state, schedule)
                place = 0
            }
            for byte in message { add(byte) }
            add(0x80)
            for _ in 0..<zeros { add(0) }
            for shift in stride(from: 56, through: 0, by: -8) { add(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        }
        return state
    }

    /// Returns the bytes of a hash value in big-endian order.
    package static func bytes(of words: Words) -> [UInt8] {
        (0..<digestBytes / 4).flatMap { place in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[place] >> $0) }
        }
    }
}

extension UInt32 {
    /// Returns the word with its bits rotated to the right by 1 to 31 places.
    func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 &- count) }
}
