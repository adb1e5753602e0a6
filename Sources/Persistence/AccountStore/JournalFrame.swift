/// A frame of the journal: changes that become durable together or not at all.
///
/// A header says how many bytes follow and which frame it is, and has a checksum of its own, so that a damaged length
/// is not taken for the end of the journal. The checksum of the changes goes on from that of the header, and that from
/// the generation of the file: a frame that was moved, doubled, or is from another file does not pass.
package struct JournalFrame: Hashable {
    /// The bytes of the header: length, number, checksum.
    static let headerSize = 4 + 8 + 4

    /// The bytes besides the changes.
    static let overhead = headerSize + 4

    /// No frame has more bytes of changes; a header that says so is damaged.
    package static let maximumLength = 1 << 28

    package let sequence: UInt64

    /// The place of the changes.
    package let payload: Range<Int>

    /// Where the next frame begins.
    package var end: Int { payload.upperBound + 4 }

    /// Puts changes into a frame.
    package static func encode(_ changes: [UInt8], sequence: UInt64, generation: UInt64) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(changes.count + overhead)
        frame.append(number: UInt32(changes.count))
        frame.append(number: sequence)
        let header = headerChecksum(length: UInt32(changes.count), sequence: sequence, generation: generation)
        frame.append(number: header)
        frame.append(contentsOf: changes)
        var check = CRC32C(continuing: header)
        check.add(changes)
        frame.append(number: check.value)
        return frame
    }

    private static func headerChecksum(length: UInt32, sequence: UInt64, generation: UInt64) -> UInt32 {
        var check = CRC32C()
        check.add(generation)
        check.add(length)
        check.add(sequence)
        return check.value
    }

    /// The header at a place, where it is one.
    struct Header {
        let length: Int
        let sequence: UInt64
        let checksum: UInt32

        init?(in bytes: UnsafeRawBufferPointer, at offset: Int, generation: UInt64) {
            guard offset + JournalFrame.headerSize <= bytes.count else { return nil }
            let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            guard length > 0, length <= JournalFrame.maximumLength else { return nil }
            sequence = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self))
            checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            self.length = Int(length)
            let expected = JournalFrame.headerChecksum(length: length, sequence: sequence, generation: generation)
            guard checksum == expected else { return nil }
        }
    }

    /// Finds the frame at a place, or nil where there is none that is whole.
    init?(_ header: Header, in bytes: UnsafeRawBufferPointer, at offset: Int) {
        let start = offset + Self.headerSize
        guard start + header.length + 4 <= bytes.count else { return nil }
        sequence = header.sequence
        payload = start..<(start + header.length)
        var check = CRC32C(continuing: header.checksum)
        check.add(UnsafeRawBufferPointer(rebasing: bytes[payload]))
        let checksum = bytes.loadUnaligned(fromByteOffset: payload.upperBound, as: UInt32.self)
        guard UInt32(littleEndian: checksum) == check.value else { return nil }
    }
}
