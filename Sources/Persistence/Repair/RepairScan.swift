import Domain

/// The accounts of a damaged store file, as far as checksums vouch for them.
///
/// Nothing is guessed: a record or a frame counts if its checksum is right at its place in this file.
struct RepairScan {
    /// The size up to which a record is believed that is found behind damage, unless the index knows its place.
    ///
    /// Every byte may be the first of one there, and comparing checksums of long stretches at every byte would take
    /// for ever.
    private static let longestFoundRecord = 1 << 16

    private let bytes: UnsafeRawBufferPointer

    /// The header, or nil where it is damaged, too.
    private let header: StoreHeader?

    private let generation: UInt64

    /// The accounts by their canonical IDs.
    private var accountsByKey: [String: Account] = [:]

    private var recordCount = 0
    private var lostRecords = 0
    private var missingFrames = 0
    private var unreadableBytes = 0

    /// How many records and frames were found.
    private(set) var findings = 0

    /// Reads all that can be read.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - header: Its header, or nil where that is damaged.
    ///   - generation: The number of the file, on which every checksum depends.
    ///   - limit: Where the journal is known to end, or nil.
    init(_ bytes: UnsafeRawBufferPointer, header: StoreHeader?, generation: UInt64, limit: Int?) {
        self.bytes = bytes
        self.header = header
        self.generation = generation
        if header == nil { unreadableBytes += min(StoreHeader.size, bytes.count) }
        let recordsEnd = readRecords()
        readJournal(from: header?.journalStart ?? recordsEnd, to: min(limit ?? bytes.count, bytes.count))
    }

    /// The accounts in the order of their IDs.
    var accounts: [Account] { accountsByKey.values.sorted { $0.id < $1.id } }

    var report: RepairReport {
        RepairReport(
            accounts: accountsByKey.count,
            lostRecords: lostRecords,
            missingFrames: missingFrames,
            unreadableBytes: unreadableBytes
        )
    }

    // MARK: Records

    /// Reads the records, and goes on behind damage with the next one that there is.
    ///
    /// - Returns: Where the last one ends.
    private mutating func readRecords() -> Int {
        let known = knownPlaces()
        let end = min(header?.recordsEnd ?? bytes.count, bytes.count)
        var (place, lastEnd, gaps, readBytes) = (StoreHeader.size, StoreHeader.size, 0, 0)
        while place < end {
            // No ID is empty, so of eight zeros at most the last begins a record.
            if place + 8 <= end, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) == 0 {
                place += 7
                continue
            }
            let isPlace = place == lastEnd || known.contains(place)
            let bound = isPlace ? end : min(end, place + Self.longestFoundRecord)
            guard let (account, next) = account(at: place, before: bound) else {
                place += 1
                continue
            }
            if place > lastEnd { gaps += 1 }
            accountsByKey[account.id.canonical] = account
            recordCount += 1
            readBytes += next - place
            (place, lastEnd) = (next, next)
        }
        findings += recordCount
        lostRecords = header.map { max(0, $0.recordCount - recordCount) } ?? gaps
        unreadableBytes += (header?.recordsEnd ?? lastEnd) - StoreHeader.size - readBytes
        return lastEnd
    }

    private func account(at place: Int, before end: Int) -> (account: Account, end: Int)? {
        guard
            // What is no record here is looked for at the next place.
            let record = try? Checkpoint.record(
                in: UnsafeRawBufferPointer(rebasing: bytes[..<end]),
                at: place,
                generation: generation
            ),
            // Where Domain refuses what was stored, nobody could read the account before either.
            let account = try? record.account.account()
        else { return nil }
        return (account, record.end)
    }

    /// Where records are by the table of blocks and by the buckets of the index, as far as these are sound.
    private func knownPlaces() -> Set<Int> {
        guard let header, header.index.upperBound <= bytes.count else { return [] }
        var places: Set<Int> = []
        let table = UnsafeRawBufferPointer(rebasing: bytes[header.blockTable])
        if CRC32C.checksum(of: table) == header.blockTableChecksum {
            var reader = ByteReader(table)
            // The table ends where it has no further number, and says nothing else.
            while let place = try? reader.number(UInt32.self) { places.insert(Int(place)) }
        }
        let index = UnsafeRawBufferPointer(rebasing: bytes[header.index])
        for number in 0..<header.bucketCount {
            let bucket = IndexBucket(index, number: number)
            guard bucket.isSound(number: number, generation: generation) else { continue }
            for position in 0..<IndexBucket.capacity {
                guard let place = bucket.place(at: position) else { break }
                places.insert(place)
            }
        }
        return places
    }

    // MARK: Journal

    /// Takes the changes of all whole frames, in the order of their numbers, also behind damaged ones.
    private mutating func readJournal(from start: Int, to end: Int) {
        guard start < end else { return }
        let journal = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        var frames: [UInt64: [StoreChange]] = [:]
        var bytes = 0
        var first: Int?
        var offset = start
        while offset + JournalFrame.overhead <= end {
            // No frame is empty, so of eight zeros at most the last three begin one.
            if journal.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0 {
                offset += 5
                continue
            }
            guard let header = JournalFrame.Header(in: journal, at: offset, generation: generation),
                let frame = JournalFrame(header, in: journal, at: offset),
                let changes = changes(of: UnsafeRawBufferPointer(rebasing: journal[frame.payload]))
            else {
                offset += 1
                continue
            }
            if frames.updateValue(changes, forKey: frame.sequence) == nil { bytes += frame.end - offset }
            first = first ?? offset
            offset = frame.end
        }
        for (_, changes) in frames.sorted(by: { $0.key < $1.key }) { apply(changes) }
        findings += frames.count
        countWhatIsMissing(of: frames.keys, bytes: bytes, in: journal, from: header == nil ? first ?? end : start)
    }

    /// The changes of a frame, or nil where there is something among them that cannot be understood.
    private func changes(of payload: UnsafeRawBufferPointer) -> [StoreChange]? {
        var changes: [StoreChange] = []
        var reader = ByteReader(payload)
        while !reader.isAtEnd {
            // Why a change cannot be understood makes no difference: its frame is left out as a whole.
            guard let change = try? StoreChange(&reader) else { return nil }
            changes.append(change)
        }
        return changes
    }

    private mutating func apply(_ changes: [StoreChange]) {
        for change in changes {
            switch change {
            case .insertion(let stored), .replacement(let stored):
                // Where Domain refuses what was stored, nobody could read the account before either.
                guard let account = try? stored.account() else { continue }
                accountsByKey[account.id.canonical] = account
            case .deletion(let key):
                accountsByKey[String(decoding: key, as: UTF8.self)] = nil
            case .unknown:
                break
            }
        }
    }

    private mutating func countWhatIsMissing(
        of numbers: some Collection<UInt64>,
        bytes: Int,
        in journal: UnsafeRawBufferPointer,
        from start: Int
    ) {
        if let last = numbers.max(), let lowest = numbers.min() {
            let first = header.map { $0.sequence + 1 } ?? lowest
            missingFrames = last > first ? max(0, Int(clamping: last - first) - numbers.count + 1) : 0
        }
        let written = journal[start...].lastIndex { $0 != 0 }.map { $0 + 1 } ?? start
        unreadableBytes += max(0, written - start - bytes)
    }
}
