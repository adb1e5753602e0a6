/// What is found in a journal: its frames, and how it ends.
///
/// A frame is synchronised before the next one is written, so only the last one can be torn by a power cut. Where
/// anything is wrong and a header of a later frame follows, something acknowledged is damaged.
package struct JournalScan: Hashable {
    package enum Ending: Hashable {
        /// Behind the last frame there are only zeros, or there is nothing.
        case clean

        /// Behind the last frame are bytes, up to this place, of a frame that nobody was told was stored.
        case torn(upTo: Int)

        /// A frame is damaged that others follow.
        case damaged
    }

    package private(set) var frames: [JournalFrame] = []

    /// Where the next frame belongs.
    package private(set) var end = 0

    package private(set) var ending = Ending.clean

    /// A journal without anything.
    init() {}

    /// Reads the frames.
    ///
    /// - Parameters:
    ///   - bytes: The journal, up to the end of the file.
    ///   - sequence: The number of the frame before the first.
    ///   - generation: The number of the file.
    package init(_ bytes: UnsafeRawBufferPointer, after sequence: UInt64, generation: UInt64) {
        self.init(framesIn: bytes, after: sequence, generation: generation)
        guard let last = Self.lastNonZero(in: bytes, from: end) else { return }
        let expected = (frames.last?.sequence ?? sequence) + 1
        ending =
            Self.hasHeader(in: bytes, from: end, after: expected, generation: generation)
            ? .damaged : .torn(upTo: last + 1)
    }

    /// Reads the frames, whatever is behind them: for those who look while others may be writing.
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

    /// The place of the last byte that is not zero; by eight at a time, because there are many that are.
    private static func lastNonZero(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var end = bytes.count
        while end - 8 >= start, bytes.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
        while end > start {
            if bytes[end - 1] != 0 { return end - 1 }
            end -= 1
        }
        return nil
    }

    /// Whether a frame begins at any place that has a later number than the one that is missing.
    private static func hasHeader(
        in bytes: UnsafeRawBufferPointer,
        from start: Int,
        after sequence: UInt64,
        generation: UInt64
    ) -> Bool {
        guard bytes.count >= JournalFrame.headerSize else { return false }
        // No more than this many frames fit in: a number beyond would be one by accident.
        let numbers = sequence...(sequence + UInt64(bytes.count / JournalFrame.overhead) + 1)
        for offset in start..<max(start, bytes.count - JournalFrame.headerSize + 1) {
            guard let header = JournalFrame.Header(in: bytes, at: offset, generation: generation) else { continue }
            // The missing frame's own header, at its place, is that of a torn frame.
            let isMissingOne = offset == start && header.sequence == sequence
            if !isMissingOne, numbers.contains(header.sequence) { return true }
        }
        return false
    }
}
