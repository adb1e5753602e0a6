/// The random ID of a store, which is also the key of its hash.
struct StoreID: Hashable, Sendable {
    let low: UInt64
    let high: UInt64

    var hash: SipHash { SipHash(low: low, high: high) }

    static func random() -> StoreID { StoreID(low: .random(in: .min ... .max), high: .random(in: .min ... .max)) }
}

/// The first page of a store file: its versions, and the layout of the file.
///
/// Numbers are little-endian. A newer minor version must stay readable by this one. A newer major version is rejected.
package struct StoreHeader: Hashable {
    /// The size of the page in bytes.
    package static let size = 4096

    static let majorVersion: UInt16 = 1
    static let minorVersion: UInt16 = 0

    /// The name of the format, and bytes that a transfer as text would change.
    private static let magic: [UInt8] = Array("AFLOW\r\n".utf8) + [0]

    /// The last offset of a record, because offsets are stored in four bytes.
    ///
    /// Where `Int` has 32 bits, the index and the journal also need room in ``maximumFileSize``.
    static let recordsLimit = min(Int(clamping: UInt32.max), maximumFileSize / 2)

    /// The size of the largest file that is read: a terabyte, or half a gigabyte where `Int` has 32 bits.
    ///
    /// A layout within four times that size does not overflow.
    static let maximumFileSize = min(Int(clamping: Int64(1) << 40), Int.max / 4)

    /// The largest number of a frame.
    ///
    /// No store writes as many frames, and adding to it does not overflow.
    private static let maximumSequence = UInt64.max / 2

    /// The number of records for each entry of the block table.
    static let recordsPerBlock = 32

    /// The ID of the store, which a compaction preserves.
    var store: StoreID

    /// A random number of this file; its checksums depend on it, so bytes of other files are invalid.
    package var generation: UInt64

    /// The number of the last frame whose changes are in the records.
    package var sequence: UInt64

    var recordCount: Int

    /// The end of the records, which begin after this page.
    var recordsEnd: Int

    var blockTableChecksum: UInt32

    /// The number of buckets of the index.
    var bucketCount: Int

    var records: Range<Int> { Self.size..<recordsEnd }

    var blockCount: Int { (recordCount + Self.recordsPerBlock - 1) / Self.recordsPerBlock }

    var blockTable: Range<Int> { recordsEnd..<(recordsEnd + blockCount * MemoryLayout<UInt32>.size) }

    var index: Range<Int> { blockTable.upperBound..<(blockTable.upperBound + bucketCount * IndexBucket.size) }

    /// The offset of the journal, which begins on a new page, because earlier pages are never written again.
    package var journalStart: Int { (index.upperBound + Self.size - 1) / Self.size * Self.size }

    /// The page, with its own checksum at the end.
    var encoded: [UInt8] {
        var page = Self.magic
        page.append(number: Self.majorVersion)
        page.append(number: Self.minorVersion)
        page.append(number: UInt32(0))
        page.append(number: store.low)
        page.append(number: store.high)
        page.append(number: generation)
        page.append(number: sequence)
        page.append(number: UInt64(recordCount))
        page.append(number: UInt64(recordsEnd))
        page.append(number: UInt64(bucketCount))
        page.append(number: blockTableChecksum)
        page += [UInt8](repeating: 0, count: Self.size - 4 - page.count)
        page.append(number: CRC32C.checksum(of: page))
        return page
    }
}

extension StoreHeader {
    /// Reads the first ``size`` bytes of a file, and checks that the layout is within the size of the file.
    package init(_ page: UnsafeRawBufferPointer, fileSize: Int) throws(InvalidRecord) {
        guard page.count == Self.size else { throw InvalidRecord() }
        var check = CRC32C()
        check.add(UnsafeRawBufferPointer(rebasing: page[..<(Self.size - 4)]))
        var end = ByteReader(page, at: Self.size - 4)
        var reader = ByteReader(page)
        guard try end.number(UInt32.self) == check.value,
            try reader.block(Self.magic.count).elementsEqual(Self.magic)
        else { throw InvalidRecord() }
        let major = try reader.number(UInt16.self)
        guard major == Self.majorVersion else { throw InvalidRecord(newerVersion: Int(major)) }
        // The minor version and the flags have no meaning for this version.
        _ = try reader.block(6)
        store = StoreID(low: try reader.number(UInt64.self), high: try reader.number(UInt64.self))
        generation = try reader.number(UInt64.self)
        sequence = try reader.number(UInt64.self)
        recordCount = Int(truncatingIfNeeded: try reader.number(UInt64.self))
        recordsEnd = Int(truncatingIfNeeded: try reader.number(UInt64.self))
        bucketCount = Int(truncatingIfNeeded: try reader.number(UInt64.self))
        blockTableChecksum = try reader.number(UInt32.self)
        // The ranges are checked despite a valid checksum, because all further reading relies on them.
        let limit = 0...fileSize
        guard limit.contains(recordCount), (0...fileSize / IndexBucket.size).contains(bucketCount),
            recordsEnd >= Self.size,
            limit.contains(recordsEnd), fileSize <= Self.maximumFileSize, limit.contains(journalStart),
            sequence <= Self.maximumSequence
        else { throw InvalidRecord() }
    }

    /// Returns the generation of a page with an invalid checksum; it may still be right.
    static func generation(inDamaged page: UnsafeRawBufferPointer) -> UInt64? {
        var reader = ByteReader(page, at: min(32, page.count))
        // A shorter page has none.
        return try? reader.number(UInt64.self)
    }
}
