/// The message authentication code HMAC of RFC 2104, with one key.
package struct HMAC<Hash: HashFunction>: Sendable {
    /// The state after the block of the inner padding.
    package let inner: Hash.Words

    /// The state after the block of the outer padding.
    package let outer: Hash.Words

    /// Prepares a key of any length; `erase` overwrites memory that has contained it.
    package init(key: some Collection<UInt8>, erase: (UnsafeMutableRawBufferPointer) -> Void = { _ in }) {
        (inner, outer) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Hash.blockBytes) { block in
            // The padded key is as secret as the key.
            defer { erase(UnsafeMutableRawBufferPointer(block)) }
            block.initialize(repeating: 0)
            if key.count <= Hash.blockBytes {
                for (place, byte) in key.enumerated() { block[place] = byte }
            } else {
                for (place, byte) in Hash.digest(of: key).enumerated() { block[place] = byte }
            }
            return (Self.state(after: block, mask: 0x36, erase), Self.state(after: block, mask: 0x5C, erase))
        }
    }

    /// Returns the authentication code of a message.
    package func code(for message: some Collection<UInt8>) -> [UInt8] {
        Hash.bytes(of: words(for: message))
    }

    /// Returns the authentication code of a message as words.
    package func words(for message: some Collection<UInt8>) -> Hash.Words {
        let digest = Hash.words(of: message, after: inner, bytes: Hash.blockBytes)
        return Hash.words(of: Hash.bytes(of: digest), after: outer, bytes: Hash.blockBytes)
    }

    private static func state(
        after key: UnsafeMutableBufferPointer<UInt8>,
        mask: UInt8,
        _ erase: (UnsafeMutableRawBufferPointer) -> Void
    ) -> Hash.Words {
        var state = Hash.initial
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Hash.scheduleWords) { schedule in
            defer { erase(UnsafeMutableRawBufferPointer(schedule)) }
            for place in 0..<Hash.blockWords {
                schedule[place] = (0..<4).reduce(0) { $0 << 8 | UInt32(key[4 * place + $1] ^ mask) }
            }
            Hash.compress(&state, schedule)
        }
        return state
    }
}
