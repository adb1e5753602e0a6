/// The cyclic redundancy check of RFC 3720 section 12.1, with the polynomial of Castagnoli.
///
/// It detects damage, but not deliberate changes.
package struct CRC32C: Hashable, Sendable {
    /// The remainder for every byte, bits in reverse, and for every byte before one to seven zeros, to process eight
    /// bytes at a time.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in 0..<UInt32(256) {
            var remainder = byte
            for _ in 0..<8 {
                let half = remainder >> 1
                remainder = remainder & 1 == 0 ? half : half ^ 0x82F6_3B78
            }
            tables.append(remainder)
        }
        for place in 256..<2048 {
            let before = tables[place - 256]
            tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
        }
        return tables
    }()

    private var remainder: UInt32

    package init() {
        remainder = .max
    }

    /// Creates a check that continues another one, so that it depends on both.
    package init(continuing value: UInt32) {
        remainder = ~value
    }

    /// The checksum of the added bytes.
    package var value: UInt32 { ~remainder }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var remainder = self.remainder
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ remainder
                let high = UInt32(truncatingIfNeeded: word >> 32)
                remainder = tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
                remainder ^= tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
                remainder ^= tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
                remainder ^= tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                offset += 8
            }
            while offset < bytes.count {
                remainder = tables[Int(UInt8(truncatingIfNeeded: remainder) ^ bytes[offset])] ^ remainder >> 8
                offset += 1
            }
        }
        self.remainder = remainder
    }

    /// Adds the bytes of a number in little-endian order.
    package mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
            for byte in bytes { withUnsafeBytes(of: byte) { add($0) } }
        }
    }

    /// Returns the checksum of bytes.
    package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        var check = CRC32C()
        check.add(bytes)
        return check.value
    }
}
