/// A frame of the journal: changes that become durable together or not at all.
///
/// The header holds the length and the number of the frame. It has a checksum of its own, so that a damaged length is
/// not taken for the end of the journal. The checksum of the changes continues that of the header, which begins with the
/// generation of the file: a frame that was moved, doubled, or is of another file does not pass.
package struct JournalFrame: Hashable {
    /// The bytes of the header: length, number, checksum.
    static let headerSize = 4 + 8 + 4

    /// The bytes besides the changes.
    static let overhead = headerSize + 4

    /// The largest number of bytes of changes; a header with a larger length is damaged.
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

    /// A header with a right checksum.
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

    /// The frame behind a header, or nil where it is not whole.
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
/// A frame is synchronised before the next one is written, so a power cut can tear only the last one. Where a frame is
/// wrong and a header of a later frame follows, something acknowledged is damaged.
package struct JournalScan: Hashable {
    package enum Ending: Hashable {
        /// Only zeros follow the last frame, or nothing.
        case clean

        /// Bytes of a frame that was never acknowledged follow the last frame, up to this place.
        case torn(upTo: Int)

        /// Later frames follow a damaged one.
        case damaged
    }

    package private(set) var frames: [JournalFrame] = []

    /// Where the next frame belongs.
    package private(set) var end = 0

    package private(set) var ending = Ending.clean

    /// Reads the frames behind one with a number, and the ending of the file.
    package init(_ bytes: UnsafeRawBufferPointer, after sequence: UInt64, generation: UInt64) {
        self.init(framesIn: bytes, after: sequence, generation: generation)
        guard let last = Self.lastNonZero(in: bytes, from: end) else { return }
        let expected = (frames.last?.sequence ?? sequence) + 1
        ending =
            Self.hasHeader(in: bytes, from: end, after: expected, generation: generation)
            ? .damaged : .torn(upTo: last + 1)
    }

    /// Reads only the frames, as others may be writing behind them.
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

    /// The place of the last byte that is not zero; it compares eight bytes at a time, because many are zero.
    private static func lastNonZero(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var end = bytes.count
        while end - 8 >= start, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
        while end > start {
            if bytes[end - 1] != 0 { return end - 1 }
            end -= 1
        }
        return nil
    }

    /// Whether a frame with a later number than the missing one begins anywhere.
    private static func hasHeader(
        in bytes: UnsafeRawBufferPointer,
        from start: Int,
        after sequence: UInt64,
        generation: UInt64
    ) -> Bool {
        guard bytes.count >= JournalFrame.headerSize else { return false }
        // No more frames fit in, so a number beyond is a coincidence.
        let numbers = sequence...(sequence + UInt64(bytes.count / JournalFrame.overhead) + 1)
        for offset in start..<max(start, bytes.count - JournalFrame.headerSize + 1) {
            guard let header = JournalFrame.Header(in: bytes, at: offset, generation: generation) else { continue }
            // The header of the missing frame itself, at its place, is that of a torn frame.
            let isMissingOne = offset == start && header.sequence == sequence
            if !isMissingOne, numbers.contains(header.sequence) { return true }
        }
        return false
    }
}
