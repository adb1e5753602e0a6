/// The cyclic redundancy check of RFC 3720 section 12.1, with the polynomial of Castagnoli.
///
/// It finds damage, and is no protection against people who change a file on purpose.
package struct CRC32C: Hashable, Sendable {
    /// The remainder for every value of an octet, bits in reverse.
    private static let table: [UInt32] = (0..<256).map { octet in
        (0..<8).reduce(UInt32(octet)) { remainder, _ in
            remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0x82F6_3B78
        }
    }

    private var remainder = UInt32.max

    package init() {}

    /// The checksum of what was added so far.
    package var value: UInt32 { ~remainder }

    /// Adds bytes behind those that were added before.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            remainder = Self.table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8
        }
    }

    /// The checksum of a text of bytes.
    package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        var check = CRC32C()
        check.add(bytes)
        return check.value
    }
}
