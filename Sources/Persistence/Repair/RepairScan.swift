import CAccountFlowSystem
import Domain

/// The accounts of a damaged store file whose checksums are valid for their offset.
struct RepairScan {
    /// More than the size of any account that Domain accepts.
    ///
    /// After damage, a record may begin at every byte, and comparing longer checksums would take too long.
    private static let longestRecord = 1 << 16

    private let bytes: UnsafeRawBufferPointer

    /// The header, or nil if it is damaged.
    private let header: StoreHeader?

    private let generation: UInt64

    /// The last acknowledged frame, or nil if it is unknown.
    private let acknowledged: AcknowledgedFrame?

    /// The acknowledged end of the file, or nil if it is unknown.
    private let acknowledgedEnd: Int?

    /// The accounts by their canonical IDs.
    private var accountsByKey: [String: Account] = [:]

    private var recordCount = 0
    private var lostRecords = 0
    private var missingFrames = 0
    private var unreadableBytes = 0

    /// The number of records and frames that were found.
    private(set) var findings = 0

    private let progress: StoreProgress

    /// The place that was reported last.
    private var reported = 0

    /// Scans a file; `header` is nil if it is damaged, and `limit` is nil if the end of the journal is unknown.
    init(
        _ bytes: UnsafeRawBufferPointer,
        header: StoreHeader?,
        generation: UInt64,
        limit: Int?,
        acknowledged: AcknowledgedFrame?,
        acknowledgedEnd: Int?,
        progress: @escaping StoreProgress
    ) {
        self.bytes = bytes
        self.header = header
        self.generation = generation
        self.acknowledged = acknowledged
        self.acknowledgedEnd = acknowledgedEnd
        self.progress = progress
        if header == nil { unreadableBytes += min(StoreHeader.size, bytes.count) }
        let recordsEnd = readRecords()
        readJournal(from: header?.journalStart ?? recordsEnd, to: min(limit ?? bytes.count, bytes.count))
    }

    /// The accounts in any order.
    var accounts: [Account] { Array(accountsByKey.values) }

    var report: RepairReport {
        RepairReport(
            accounts: accountsByKey.count,
            lostRecords: lostRecords,
            missingFrames: missingFrames,
            unreadableBytes: unreadableBytes
        )
    }

    /// Reports a place in the file, at most once every mebibyte.
    private mutating func report(_ place: Int) {
        guard place >= reported + 1 << 20 else { return }
        reported = place
        progress(Double(place) / Double(bytes.count))
    }

    // MARK: Records

    /// Reads the records, including those after damage, and returns the end of the last one.
    private mutating func readRecords() -> Int {
        let end = min(header?.recordsEnd ?? bytes.count, bytes.count)
        var (place, lastEnd, gaps, readBytes) = (StoreHeader.size, StoreHeader.size, 0, 0)
        while place < end {
            report(place)
            // No ID is empty, so a record can begin only at the last of eight zeros.
            if place + 8 <= end, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) == 0 {
                place = max(place + 7, Self.endOfZeros(in: bytes, from: place, to: end) - 1)
                continue
            }
            guard let (account, next) = account(at: place, before: min(end, place + Self.longestRecord)) else {
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
            // If this is no record, the next byte may begin one.
            let record = try? Checkpoint.record(
                in: UnsafeRawBufferPointer(rebasing: bytes[..<end]),
                at: place,
                generation: generation
            ),
            // Domain rejects this account, so it was never readable.
            let account = try? record.account.account()
        else { return nil }
        return (account, record.end)
    }

    // MARK: Journal

    /// Applies the changes of all intact frames, including those after damage, in the order of their numbers.
    private mutating func readJournal(from start: Int, to end: Int) {
        let journal = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        var frames: [UInt64: [StoreChange]] = [:]
        var bytes = 0
        var first: Int?
        var lastEnd = 0
        var offset = start
        while offset + JournalFrame.overhead <= end {
            report(offset)
            // No frame is empty, so a frame can begin only at the last three of eight zeros.
            if journal.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == 0 {
                offset = max(offset + 5, Self.endOfZeros(in: journal, from: offset, to: end) - 3)
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
            lastEnd = frame.end
            offset = frame.end
        }
        for (_, changes) in frames.sorted(by: { $0.key < $1.key }) { apply(changes) }
        findings += frames.count
        countMissing(of: frames.keys)
        let begin = header == nil ? first ?? end : start
        let written = journal.dropFirst(begin).lastIndex { $0 != 0 }.map { $0 + 1 } ?? begin
        // The last frame can end with zeros too.
        unreadableBytes += max(0, max(written, lastEnd, acknowledgedEnd ?? 0) - begin - bytes)
    }

    /// Returns where zeros end, in steps of a page, because a damaged file can have hundreds of megabytes of them.
    private static func endOfZeros(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var place = start
        while place + StoreHeader.size <= end,
            let first = bytes.baseAddress, csystem_is_zero(first + place, UInt(StoreHeader.size))
        {
            place += StoreHeader.size
        }
        return place
    }

    /// Returns the changes of a frame, or nil if one of them is invalid.
    private func changes(of payload: UnsafeRawBufferPointer) -> [StoreChange]? {
        var changes: [StoreChange] = []
        var reader = ByteReader(payload)
        while !reader.isAtEnd {
            // A frame with an invalid change is skipped as a whole.
            guard let change = try? StoreChange(&reader) else { return nil }
            changes.append(change)
        }
        return changes
    }

    private mutating func apply(_ changes: [StoreChange]) {
        for change in changes {
            switch change {
            case .insertion(let stored), .replacement(let stored):
                // The account was not readable, so only its number is of use.
                guard let account = try? stored.account() else {
                    lostRecords += 1
                    continue
                }
                accountsByKey[account.id.canonical] = account
            case .deletion(let key):
                accountsByKey[String(decoding: key, as: UTF8.self)] = nil
            case .unknown:
                break
            }
        }
    }

    /// Counts the frames that are not among those with these numbers.
    private mutating func countMissing(of numbers: some Collection<UInt64>) {
        let isOwn = acknowledged?.store == header?.store
        let stored = isOwn ? acknowledged?.sequence : nil
        let first = header.map { $0.sequence + 1 } ?? numbers.min()
        if let first, let last = [numbers.max(), stored].compactMap(\.self).max(), last >= first {
            missingFrames = max(0, Int(clamping: last - first) - (numbers.count - 1))
        }
        // The file of the store that the mark names is missing.
        if header != nil, !isOwn, let acknowledged { missingFrames += Int(clamping: acknowledged.sequence) }
    }
}
