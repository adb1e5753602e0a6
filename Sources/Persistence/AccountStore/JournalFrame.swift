import CAccountFlowSystem

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
        var rest = JournalRest(
            after: frames.last?.sequence ?? sequence,
            generation: generation,
            fileSize: bytes.count
        )
        rest.add(Array(bytes[end...]))
        ending = rest.ending(from: end)
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

}

/// The bytes after the last frame of a journal, which are read in chunks.
struct JournalRest {
    /// The number of the missing frame.
    private let sequence: UInt64

    private let generation: UInt64

    /// The numbers that the frames of a file of this size can have; a larger number is a coincidence.
    private let numbers: ClosedRange<UInt64>

    /// The last bytes, in which a header may begin.
    private var tail: [UInt8] = []

    private var count = 0
    private var lastNonZero: Int?

    /// Whether there is the header of a later frame, or that of the missing frame at another offset.
    private var hasLaterHeader = false

    /// Begins after the frame with a number.
    init(after sequence: UInt64, generation: UInt64, fileSize: Int) {
        self.sequence = sequence + 1
        self.generation = generation
        numbers = (sequence + 1)...(sequence + UInt64(fileSize / JournalFrame.overhead) + 2)
    }

    mutating func add(_ chunk: [UInt8]) {
        defer { count += chunk.count }
        let last = chunk.withBytes(Self.lastNonZero)
        if let last { lastNonZero = count + last }
        let (before, start) = (tail, count - tail.count)
        // An array from `suffix` would take a pass over the whole chunk.
        tail += chunk[max(0, chunk.count - JournalFrame.headerSize + 1)...]
        tail.removeFirst(max(0, tail.count - JournalFrame.headerSize + 1))
        // A damaged journal can end in hundreds of megabytes of zeros.
        if last == nil, before.allSatisfy({ $0 == 0 }) { return }
        (before + chunk).withBytes { bytes in
            var offset = 0
            while !hasLaterHeader, offset + JournalFrame.headerSize <= bytes.count {
                // The length of a frame is not zero, so a header can begin only at the last three of eight zeros.
                if bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0 {
                    offset += 5
                    continue
                }
                if let header = JournalFrame.Header(in: bytes, at: offset, generation: generation) {
                    // The header of the missing frame at its own offset belongs to a torn frame.
                    let isMissingOne = start + offset == 0 && header.sequence == sequence
                    hasLaterHeader = !isMissingOne && numbers.contains(header.sequence)
                }
                offset += 1
            }
        }
    }

    /// The ending of a journal whose last frame ends at an offset.
    func ending(from end: Int) -> JournalScan.Ending {
        guard let lastNonZero else { return .clean }
        return hasLaterHeader ? .damaged : .torn(upTo: end + lastNonZero + 1)
    }

    /// Returns the offset of the last byte that is not zero.
    static func lastNonZero(in bytes: UnsafeRawBufferPointer) -> Int? {
        if let first = bytes.baseAddress, csystem_is_zero(first, UInt(bytes.count)) { return nil }
        return bytes.lastIndex { $0 != 0 }
    }
}
