/// The first page of a store file: what it is, and where everything is in it.
///
/// Numbers have their lowest byte first. A file of a newer minor version is read as one of this version, for which its
/// writer has to see to; one of a newer major version is left alone.
package struct StoreHeader: Hashable {
    /// The size of the page in bytes, whatever is in it.
    package static let size = 4096

    static let majorVersion: UInt16 = 1
    static let minorVersion: UInt16 = 0

    /// What the file begins with: a name, and what transmissions that take it for text would change.
    private static let magic: [UInt8] = Array("AFLOW\r\n".utf8) + [0]

    /// The number of this store, which stays when its file is written anew.
    var store: StoreNumber

    /// A random number of this file: checksums in it depend on it, so that nothing of another file passes.
    package var generation: UInt64

    /// The number of the last frame whose changes the records contain.
    package var sequence: UInt64

    /// How many records there are.
    var recordCount: Int

    /// Where the records end; they begin behind this page.
    var recordsEnd: Int

    /// How many records there are in a block, and the checksum of the table of blocks.
    var blockTableChecksum: UInt32

    /// The number of buckets of the index.
    var bucketCount: Int

    /// The range of the records in the file.
    var records: Range<Int> { Self.size..<recordsEnd }

    /// The range of the table of blocks in the file.
    var blockTable: Range<Int> {
        recordsEnd..<(recordsEnd + Self.blockCount(of: recordCount) * MemoryLayout<UInt32>.size)
    }

    /// The range of the index in the file.
    var index: Range<Int> {
        blockTable.upperBound..<(blockTable.upperBound + bucketCount * IndexBucket.size)
    }

    /// Where the journal begins: with a page, because whatever is before it is never written to again.
    package var journalStart: Int { (index.upperBound + Self.size - 1) / Self.size * Self.size }

    /// Every how many records the table of blocks has an entry.
    static let recordsPerBlock = 32

    static func blockCount(of records: Int) -> Int { (records + recordsPerBlock - 1) / recordsPerBlock }

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
        page.append(contentsOf: repeatElement(0, count: Self.size - 4 - page.count))
        page.append(number: CRC32C.checksum(of: page))
        return page
    }

    /// Places of records are stored in four bytes.
    static let recordsLimit = Int(UInt32.max)

    static let maximumFileSize = 1 << 40

    /// No store comes to so many frames, and however many its journal has, their numbers do not overflow.
    static let maximumSequence = UInt64.max / 2
}

extension StoreHeader {
    /// What can be wrong with a page.
    package enum Failure: Error {
        case damaged
        case newerVersion(Int)
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - page: The first ``size`` bytes of the file.
    ///   - fileSize: The size of the file, beyond which nothing can be.
    /// - Throws: `Failure` where it is none, or none that this version can read.
    package init(_ page: UnsafeRawBufferPointer, fileSize: Int) throws(Failure) {
        guard page.count == Self.size else { throw .damaged }
        var check = CRC32C()
        check.add(UnsafeRawBufferPointer(rebasing: page[..<(Self.size - 4)]))
        do {
            var end = ByteReader(page, at: Self.size - 4)
            var reader = ByteReader(page)
            guard try end.number(UInt32.self) == check.value,
                try reader.block(Self.magic.count).elementsEqual(Self.magic)
            else { throw Failure.damaged }
            let major = try reader.number(UInt16.self)
            guard major == Self.majorVersion else { throw Failure.newerVersion(Int(major)) }
            _ = try reader.number(UInt16.self)
            _ = try reader.number(UInt32.self)
            store = StoreNumber(low: try reader.number(UInt64.self), high: try reader.number(UInt64.self))
            generation = try reader.number(UInt64.self)
            sequence = try reader.number(UInt64.self)
            recordCount = Int(truncatingIfNeeded: try reader.number(UInt64.self))
            recordsEnd = Int(truncatingIfNeeded: try reader.number(UInt64.self))
            bucketCount = Int(truncatingIfNeeded: try reader.number(UInt64.self))
            blockTableChecksum = try reader.number(UInt32.self)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .damaged
        }
        // A right checksum says that these are the numbers that were written; they are looked at all the same, because
        // whatever follows trusts them.
        let limit = 0...fileSize
        guard limit.contains(recordCount), limit.contains(bucketCount), recordsEnd >= Self.size,
            limit.contains(recordsEnd), fileSize <= Self.maximumFileSize, limit.contains(index.upperBound),
            sequence <= Self.maximumSequence
        else { throw .damaged }
    }

    /// The number of the file as it stands in a page whose checksum is wrong, which may be right all the same.
    static func generation(inDamaged page: UnsafeRawBufferPointer) -> UInt64? {
        var reader = ByteReader(page, at: min(32, page.count))
        // A page that ends before has none.
        return try? reader.number(UInt64.self)
    }
}
