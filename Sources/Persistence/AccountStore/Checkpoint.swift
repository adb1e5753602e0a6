import Synchronization

/// The part of a store file that never changes: accounts in the order of their keys, with an index and a block table.
///
/// It is mapped, so a look-up reads only a few pages. Every record and bucket has a checksum, which is verified before
/// use.
final class Checkpoint: Sendable {
    let header: StoreHeader
    let mapped: MappedBytes

    /// Whether the index or the block table was found to be damaged, so that the file should be compacted.
    let hasDamagedIndex = Atomic(false)

    init(header: StoreHeader, mapped: MappedBytes) {
        self.header = header
        self.mapped = mapped
    }

    private var bytes: UnsafeRawBufferPointer { mapped.bytes }

    // MARK: Records

    /// A record with a valid checksum.
    struct Record {
        let place: Int
        let account: StoredAccount

        /// The bytes of the account, without the checksum.
        let bytes: UnsafeRawBufferPointer

        /// The offset of the next record.
        let end: Int
    }

    /// Reads the record at an offset.
    func record(at place: Int) throws(InvalidRecord) -> Record {
        guard header.records.contains(place) else { throw InvalidRecord() }
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<header.recordsEnd])
        return try Self.record(in: bytes, at: place, generation: header.generation)
    }

    /// Reads the record at an offset of a file, up to the end of its records.
    static func record(
        in bytes: UnsafeRawBufferPointer,
        at place: Int,
        generation: UInt64
    ) throws(InvalidRecord) -> Record {
        var reader = ByteReader(bytes, at: place)
        let account = try StoredAccount(&reader)
        let contents = UnsafeRawBufferPointer(rebasing: bytes[place..<reader.offset])
        let checksum = CRC32C.checksum(of: contents, at: place, generation: generation)
        guard try reader.number(UInt32.self) == checksum else { throw InvalidRecord() }
        return Record(place: place, account: account, bytes: contents, end: reader.offset)
    }

    // MARK: Finding

    /// Finds the record with a key by the index, or by the order of the records if the index is damaged.
    func find(_ key: UnsafeRawBufferPointer, hash: UInt64) throws(InvalidRecord) -> Record? {
        guard header.bucketCount > 0 else { return nil }
        if hasDamagedIndex.load(ordering: .relaxed) { return try findByOrder(key) }
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

    /// Returns the offset of the first record whose key is not before a given key, or else the end of the records.
    func place(notBefore key: UnsafeRawBufferPointer) throws(InvalidRecord) -> Int {
        guard header.recordCount > 0 else { return header.recordsEnd }
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        guard CRC32C.checksum(of: table) == header.blockTableChecksum else {
            return try place(notBefore: key, from: header.records.lowerBound)
        }
        let next = try (1..<header.blockCount).binarySearch { block throws(InvalidRecord) in
            try !record(at: start(of: block)).account.key.lexicographicallyPrecedes(key)
        }
        return try place(notBefore: key, from: start(of: next - 1))
    }

    /// Returns the offset of the first record of a block, as the block table has it.
    private func start(of block: Int) -> Int {
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        return Int(clamping: UInt32(littleEndian: table.loadUnaligned(fromByteOffset: block * 4, as: UInt32.self)))
    }

    private func place(notBefore key: UnsafeRawBufferPointer, from start: Int) throws(InvalidRecord) -> Int {
        var place = start
        while place < header.recordsEnd {
            let record = try record(at: place)
            guard record.account.key.lexicographicallyPrecedes(key) else { break }
            place = record.end
        }
        return place
    }

    // MARK: Verifying

    /// The number of bytes that are in memory at a time while all records are verified.
    private static let verifiedAtOnce = 1 << 22

    /// Verifies every record and their order, throws if a record is damaged, and returns whether the
    /// index and the block table are intact.
    ///
    /// These can be rebuilt from the records. If they are intact, but do not find a record, it throws too.
    func verify(_ progress: StoreProgress = { _ in }) throws(InvalidRecord) -> Bool {
        let (isSearchSound, hash) = (isSearchSound(), header.store.hash)
        let records = header.records
        var (place, count, loaded, reported) = (records.lowerBound, 0, 0, 0)
        var last: Record?
        while place < records.upperBound {
            if place >= reported + 1 << 20 {
                progress(Double(place - records.lowerBound) / Double(records.count))
                reported = place
            }
            if place >= loaded {
                if loaded > 0 { mapped.dropPages() }
                mapped.prefetch(loaded..<min(loaded + Self.verifiedAtOnce, mapped.count))
                loaded += Self.verifiedAtOnce
            }
            let record = try record(at: place)
            // A record with an invalid account is damage, even if its checksum is right.
            _ = try record.account.account()
            if let last, !last.account.key.lexicographicallyPrecedes(record.account.key) { throw InvalidRecord() }
            if isSearchSound { try verifySearch(for: record, number: count, hash) }
            (place, count, last) = (record.end, count + 1, record)
        }
        if loaded > Self.verifiedAtOnce { mapped.dropPages() }
        guard count == header.recordCount else { throw InvalidRecord() }
        return isSearchSound
    }

    /// Returns whether the index and the block table have valid checksums.
    private func isSearchSound() -> Bool {
        let index = UnsafeRawBufferPointer(rebasing: bytes[header.index])
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        return CRC32C.checksum(of: table) == header.blockTableChecksum
            && (0..<header.bucketCount).allSatisfy { number in
                IndexBucket(index, number: number).isSound(number: number, generation: header.generation)
            }
    }

    /// Throws unless the index and the block table find a record.
    private func verifySearch(for record: Record, number: Int, _ hash: SipHash) throws(InvalidRecord) {
        let (block, key) = (number / StoreHeader.recordsPerBlock, record.account.key)
        let startsBlock = number % StoreHeader.recordsPerBlock == 0
        guard !startsBlock || block < header.blockCount && start(of: block) == record.place,
            try find(key, hash: hash.hash(key))?.place == record.place
        else { throw InvalidRecord() }
    }
}

extension CRC32C {
    /// Returns the checksum of a record or bucket; it depends on the file and the offset, so moved bytes are invalid.
    static func checksum(of bytes: UnsafeRawBufferPointer, at place: Int, generation: UInt64) -> UInt32 {
        var check = CRC32C(continuing: UInt32(truncatingIfNeeded: generation) &+ UInt32(truncatingIfNeeded: place))
        check.add(bytes)
        return check.value
    }
}

/// An estimate of the memory that a mapped checkpoint uses, and its limit.
///
/// A page that was read counts as memory of the process until it is dropped. The system also loads the pages around it,
/// so the estimate counts such windows. Small checkpoints stay in memory.
struct MappedMemory: Sendable {
    /// The number of bytes that the system loads around a page.
    private static let windowSize = 1 << 16

    /// The largest number of bytes in memory.
    private static let limit = 16 << 20

    /// One bit for each window.
    private var windows: [UInt64]
    private var touched = 0

    init(count: Int) {
        windows = count <= Self.limit ? [] : Array(repeating: 0, count: count / Self.windowSize / 64 + 1)
    }

    /// Notes a look-up, and drops all pages at the limit.
    mutating func note(_ record: Checkpoint.Record?, hash: UInt64, in checkpoint: Checkpoint) {
        guard !windows.isEmpty else { return }
        let header = checkpoint.header
        let bucket = IndexBucket.first(of: hash, among: header.bucketCount)
        touch(header.index.lowerBound + bucket * IndexBucket.size)
        if let record { touch(record.place) }
        if touched * Self.windowSize >= Self.limit { drop(from: checkpoint) }
    }

    /// Drops all pages, such as after reading all records.
    mutating func drop(from checkpoint: Checkpoint?) {
        guard !windows.isEmpty, let checkpoint else { return }
        checkpoint.mapped.dropPages()
        windows = Array(repeating: 0, count: windows.count)
        touched = 0
    }

    private mutating func touch(_ offset: Int) {
        let window = offset / Self.windowSize
        let bit: UInt64 = 1 << UInt64(window % 64)
        if windows[window / 64] & bit == 0 {
            windows[window / 64] |= bit
            touched += 1
        }
    }
}
