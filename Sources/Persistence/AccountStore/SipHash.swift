/// SipHash-2-4 by Aumasson and Bernstein, a hash whose collisions cannot be found without its key.
///
/// The index of a store is in a file, so the hash has to be the same in every process, unlike `Hasher`.
package struct SipHash: Hashable, Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Creates a hash function from the first and the last eight bytes of the key, both little-endian.
    package init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    package func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = State(low: low, high: high)
        var offset = 0
        while offset + 8 <= bytes.count {
            state.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        var shift: UInt64 = 0
        while offset < bytes.count {
            last |= UInt64(bytes[offset]) << shift
            shift += 8
            offset += 1
        }
        state.add(last)
        return state.finish()
    }

    /// Hashes the eight bytes of a number in little-endian order.
    func hash(_ number: UInt64) -> UInt64 {
        withUnsafeBytes(of: number.littleEndian) { hash($0) }
    }

    private struct State {
        var v0, v1, v2, v3: UInt64

        init(low: UInt64, high: UInt64) {
            v0 = low ^ 0x736F_6D65_7073_6575
            v1 = high ^ 0x646F_7261_6E64_6F6D
            v2 = low ^ 0x6C79_6765_6E65_7261
            v3 = high ^ 0x7465_6462_7974_6573
        }

        mutating func add(_ word: UInt64) {
            v3 ^= word
            mix()
            mix()
            v0 ^= word
        }

        mutating func finish() -> UInt64 {
            v2 ^= 0xFF
            mix()
            mix()
            mix()
            mix()
            return v0 ^ v1 ^ v2 ^ v3
        }

        private mutating func mix() {
            v0 &+= v1
            v1 = Self.rotate(v1, 13) ^ v0
            v0 = Self.rotate(v0, 32)
            v2 &+= v3
            v3 = Self.rotate(v3, 16) ^ v2
            v0 &+= v3
            v3 = Self.rotate(v3, 21) ^ v0
            v2 &+= v1
            v1 = Self.rotate(v1, 17) ^ v2
            v2 = Self.rotate(v2, 32)
        }

        private static func rotate(_ word: UInt64, _ places: UInt64) -> UInt64 {
            word << places | word >> (64 &- places)
        }
    }
}
