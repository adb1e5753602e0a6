/// A frame of the journal: changes that become durable together or not at all.
///
/// The header has the length and the number of the frame. Its checksum distinguishes a damaged length from the end of
/// the journal. The checksum of the changes continues that of the header, which begins with the generation of the file.
/// A moved, repeated or foreign frame is therefore invalid.
package struct JournalFrame: Hashable {
    /// The size of the header: length, number and checksum.
    static let headerSize = 4 + 8 + 4

    /// The size of a frame without its changes.
    static let overhead = headerSize + 4

    /// The largest number of bytes of changes; a header with a larger length is damaged.
    package static let maximumLength = 1 << 28

    package let sequence: UInt64

    /// The range of the changes.
    package let payload: Range<Int>

    /// The offset of the next frame.
    package var end: Int { payload.upperBound + 4 }

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

    /// A header with a valid checksum.
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

    /// Reads the frame of a header, or returns nil if it is incomplete or its checksum is incorrect.
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

/// The frames of a journal, and its ending.
///
/// A frame is synchronised before the next one is written, so a power cut can tear only the last one. If the header of
/// a later frame follows an invalid frame, an acknowledged frame is damaged.
package struct JournalScan: Hashable {
    package enum Ending: Hashable {
        /// The last frame is followed by nothing but zeros.
        case clean

        /// The last frame is followed by bytes of an unacknowledged one, up to this offset.
        case torn(upTo: Int)

        /// Later frames follow a damaged one.
        case damaged
    }

    package private(set) var frames: [JournalFrame] = []

    /// The offset of the next frame.
    package private(set) var end = 0

    package private(set) var ending = Ending.clean

    /// Reads the frames after a number, and the ending of the file.
    package init(_ bytes: UnsafeRawBufferPointer, after sequence: UInt64, generation: UInt64) {
        self.init(framesIn: bytes, after: sequence, generation: generation)
        guard let last = Self.lastNonZero(in: bytes, from: end) else { return }
        let expected = (frames.last?.sequence ?? sequence) + 1
        ending =
            Self.hasHeader(in: bytes, from: end, after: expected, generation: generation)
            ? .damaged : .torn(upTo: last + 1)
    }

    /// Reads only the frames, because other processes may be writing after them.
    init(framesIn bytes: UnsafeRawBufferPointer, after sequence: UInt64, generation: UInt64) {
        var expected = sequence + 1
        while let header = JournalFrame.Header(in: bytes, at: end, generation: generation),
            header.sequence == expected,
            let frame = JournalFrame(header, in: bytes, at: end)
        {
            frames.append(frame)
            end = frame.end
            expected += 1
        }
    }

    /// Returns the offset of the last byte that is not zero; compares eight bytes at a time, because many are zero.
    private static func lastNonZero(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var end = bytes.count
        while end - 8 >= start, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
        while end > start {
            if bytes[end - 1] != 0 { return end - 1 }
            end -= 1
        }
        return nil
    }

    /// Returns whether the header of a later frame exists, or that of the missing frame at another offset.
    private static func hasHeader(
        in bytes: UnsafeRawBufferPointer,
        from start: Int,
        after sequence: UInt64,
        generation: UInt64
    ) -> Bool {
        guard bytes.count >= JournalFrame.headerSize else { return false }
        // More frames do not fit, so a larger number is a coincidence.
        let numbers = sequence...(sequence + UInt64(bytes.count / JournalFrame.overhead) + 1)
        for offset in start..<max(start, bytes.count - JournalFrame.headerSize + 1) {
            guard let header = JournalFrame.Header(in: bytes, at: offset, generation: generation) else { continue }
            // The header of the missing frame at its own offset belongs to a torn frame.
            let isMissingOne = offset == start && header.sequence == sequence
            if !isMissingOne, numbers.contains(header.sequence) { return true }
        }
        return false
    }
}
