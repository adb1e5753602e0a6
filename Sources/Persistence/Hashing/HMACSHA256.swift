import Domain

/// Message authentication by RFC 2104 with SHA-256, prepared for one key.
package struct HMACSHA256 {
    /// The state behind the block of the inner padding, and that behind the outer one.
    let inner: SHA256.Words
    let outer: SHA256.Words

    /// Prepares a key.
    ///
    /// - Parameter key: The key, of any length.
    package init(key: UnsafeRawBufferPointer) {
        (inner, outer) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: SHA256.blockBytes) { block in
            // What the key is made into stands for the key.
            defer { SecretBytes.erase(UnsafeMutableRawBufferPointer(block)) }
            block.initialize(repeating: 0)
            if key.count <= SHA256.blockBytes {
                for (place, byte) in key.enumerated() { block[place] = byte }
            } else {
                for (place, byte) in SHA256.digest(of: key).enumerated() { block[place] = byte }
            }
            return (Self.state(behind: block, mask: 0x36), Self.state(behind: block, mask: 0x5C))
        }
    }

    /// Authenticates a message.
    ///
    /// - Parameter message: The bytes of the message.
    /// - Returns: 32 bytes.
    package func code(for message: some Collection<UInt8>) -> [UInt8] {
        SHA256.bytes(of: words(for: message))
    }

    func words(for message: some Collection<UInt8>) -> SHA256.Words {
        let digest = SHA256.words(of: message, after: inner, bytes: SHA256.blockBytes)
        return SHA256.words(of: SHA256.bytes(of: digest), after: outer, bytes: SHA256.blockBytes)
    }

    private static func state(behind key: UnsafeMutableBufferPointer<UInt8>, mask: UInt8) -> SHA256.Words {
        var state = SHA256.initial
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: SHA256.scheduleWords) { schedule in
            defer { SecretBytes.erase(UnsafeMutableRawBufferPointer(schedule)) }
            for place in 0..<SHA256.blockWords {
                schedule[place] = (0..<4).reduce(0) { $0 << 8 | UInt32(key[4 * place + $1] ^ mask) }
            }
            SHA256.compress(&state, schedule)
        }
        return state
    }
}
