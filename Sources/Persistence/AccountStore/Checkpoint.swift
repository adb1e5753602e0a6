import Synchronization

/// The part of a store file that is never changed: accounts in the order of their keys, and two ways to find them.
///
/// It is mapped and not read, so that it costs what is looked at. Every record and every bucket has a checksum of its
/// own, and is looked at no sooner than that was compared.
final class Checkpoint: Sendable {
    let header: StoreHeader
    let mapped: MappedBytes

    /// Whether a bucket of the index was found damaged, so that the index should be made anew.
    let hasDamagedIndex = Atomic(false)

    init(header: StoreHeader, mapped: MappedBytes) {
        self.header = header
        self.mapped = mapped
    }

    private var bytes: UnsafeRawBufferPointer { mapped.bytes }

    // MARK: Records

    /// A record whose checksum is right.
    struct Record {
        let place: Int
        let account: StoredAccount

        /// Where the next record begins.
        let end: Int
    }

    /// Reads the record at a place.
    func record(at place: Int) throws(InvalidRecord) -> Record {
        guard header.records.contains(place) else { throw InvalidRecord() }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<header.recordsEnd])
        return try Self.record(in: bytes, at: place, generation: header.generation)
    }

    /// Reads the record at a place of a file up to where the records end at the latest.
    static func record(
        in bytes: UnsafeRawBufferPointer,
        at place: Int,
        generation: UInt64
    ) throws(InvalidRecord) -> Record {
        var reader = ByteReader(bytes, at: place)
        let account = try StoredAccount(&reader)
        let contents = UnsafeRawBufferPointer(rebasing: bytes[place..<reader.offset])
        let checksum = checksum(of: contents, at: place, generation: generation)
        guard try reader.number(UInt32.self) == checksum else { throw InvalidRecord() }
        return Record(place: place, account: account, end: reader.offset)
    }

    /// The checksum of a record; it depends on the file and the place, so that a record that was moved does not pass.
    static func checksum(of record: UnsafeRawBufferPointer, at place: Int, generation: UInt64) -> UInt32 {
        var check = CRC32C(continuing: UInt32(truncatingIfNeeded: generation) &+ UInt32(truncatingIfNeeded: place))
        check.add(record)
        return check.value
    }

    // MARK: Finding

    /// Finds the record with a key by the index; where that is damaged, by the order of the records.
    func find(_ key: UnsafeRawBufferPointer, hash: UInt64) throws(InvalidRecord) -> Record? {
        guard header.bucketCount > 0 else { return nil }
        let index = UnsafeRawBufferPointer(rebasing: bytes[header.index])
        let tag = IndexBucket.tag(of: hash)
        var number = IndexBucket.first(of: hash, among: header.bucketCount)
        for _ in 0..<header.bucketCount {
            let bucket = IndexBucket(index, number: number)
            guard bucket.isSound(number: number, generation: header.generation) else {
                hasDamagedIndex.store(true, ordering: .relaxed)
                return try findByOrder(key)
            }
            for position in 0..<IndexBucket.capacity {
                guard let place = bucket.place(at: position) else { return nil }
                guard bucket.tag(at: position) == tag else { continue }
                let record = try record(at: place)
                if record.account.key.elementsEqual(key) { return record }
            }
            number = number + 1 == header.bucketCount ? 0 : number + 1
        }
        return nil
    }

    private func findByOrder(_ key: UnsafeRawBufferPointer) throws(InvalidRecord) -> Record? {
        let place = try place(notBefore: key)
        guard place < header.recordsEnd else { return nil }
        let record = try record(at: place)
        return record.account.key.elementsEqual(key) ? record : nil
    }

    /// The place of the first record whose key is not before another; the end of the records where there is none.
    func place(notBefore key: UnsafeRawBufferPointer) throws(InvalidRecord) -> Int {
        guard header.recordCount > 0 else { return header.recordsEnd }
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        guard CRC32C.checksum(of: table) == header.blockTableChecksum else {
            return try place(notBefore: key, from: header.records.lowerBound)
        }
        func start(of block: Int) -> Int {
            Int(UInt32(littleEndian: table.loadUnaligned(fromByteOffset: block * 4, as: UInt32.self)))
        }
        var blocks = 0..<StoreHeader.blockCount(of: header.recordCount)
        while blocks.count > 1 {
            let middle = blocks.lowerBound + blocks.count / 2
            if try record(at: start(of: middle)).account.key.precedes(key) {
                blocks = middle..<blocks.upperBound
            } else {
                blocks = blocks.lowerBound..<middle
            }
        }
        return try place(notBefore: key, from: start(of: blocks.lowerBound))
    }

    private func place(notBefore key: UnsafeRawBufferPointer, from start: Int) throws(InvalidRecord) -> Int {
        var place = start
        while place < header.recordsEnd {
            let record = try record(at: place)
            guard record.account.key.precedes(key) else { break }
            place = record.end
        }
        return place
    }

    // MARK: Looking at all of it

    /// Compares every checksum.
    ///
    /// - Returns: Whether the index and the table of blocks are sound, too, which can be made again from the records.
    /// - Throws: `InvalidRecord` where a record is damaged, which cannot.
    func verify() throws(InvalidRecord) -> Bool {
        var place = header.records.lowerBound
        var count = 0
        while place < header.recordsEnd {
            place = try record(at: place).end
            count += 1
        }
        guard count == header.recordCount else { throw InvalidRecord() }
        let index = UnsafeRawBufferPointer(rebasing: bytes[header.index])
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        return CRC32C.checksum(of: table) == header.blockTableChecksum
            && (0..<header.bucketCount).allSatisfy { number in
                IndexBucket(index, number: number).isSound(number: number, generation: header.generation)
            }
    }
}
