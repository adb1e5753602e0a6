import Domain

/// What was changed since the checkpoint: the changes of the journal in memory, and the last one of every account.
struct StoreTail: Sendable {
    private struct Entry {
        var hash: UInt64

        /// Where the key is.
        var key: Range<Int>

        /// Where the record is, or nil where the account is gone.
        var record: Int?

        /// The next entry with the same hash, which chance makes possible.
        var next: Int?
    }

    /// What is known here of an account.
    enum Finding {
        case unknown
        case deleted
        case stored(at: Int)
    }

    private let hash: SipHash

    /// The changes behind each other, as they are in the frames.
    private(set) var changes: [UInt8] = []

    private var entries: [Entry] = []
    private var places: [UInt64: Int] = [:]

    /// The entries in the order of their keys, or nil where a new key has outdated it.
    private var order: [Int]?

    /// How many accounts there are more than in the checkpoint.
    private(set) var countChange = 0

    init(hash: SipHash) {
        self.hash = hash
    }

    /// Whether accounts were deleted, whose bytes are still in the file.
    private(set) var holdsDeletions = false

    /// Takes the changes of a frame.
    ///
    /// - Throws: Where they are not what a frame has, in which case nothing more of the journal can be understood.
    mutating func apply(_ frame: UnsafeRawBufferPointer) throws(StoreChange.Failure) {
        let base = changes.count
        changes.append(contentsOf: frame)
        // What is noted are places, because the bytes move when they become more.
        var reader = ByteReader(frame)
        while !reader.isAtEnd {
            let start = reader.offset
            switch try StoreChange(&reader) {
            case .insertion(let account):
                note(account.key, in: frame, base: base, record: base + start + 1)
                countChange += 1
            case .replacement(let account):
                note(account.key, in: frame, base: base, record: base + start + 1)
            case .deletion(let key):
                note(key, in: frame, base: base, record: nil)
                countChange -= 1
                holdsDeletions = true
            case .unknown:
                break
            }
        }
    }

    private mutating func note(
        _ key: UnsafeRawBufferPointer,
        in frame: UnsafeRawBufferPointer,
        base: Int,
        record: Int?
    ) {
        let offset = base + Self.offset(of: key, in: frame)
        note(Entry(hash: hash.hash(key), key: offset..<(offset + key.count), record: record, next: nil), of: key)
    }

    private mutating func note(_ entry: Entry, of key: UnsafeRawBufferPointer) {
        if let known = self.entry(of: key, hash: entry.hash) {
            entries[known].key = entry.key
            entries[known].record = entry.record
        } else {
            entries.append(entry)
            entries[entries.count - 1].next = places.updateValue(entries.count - 1, forKey: entry.hash)
            order = nil
        }
    }

    /// Takes the changes of another tail, which are newer.
    mutating func append(_ newer: StoreTail) {
        let base = changes.count
        changes += newer.changes
        newer.changes.withUnsafeBytes { bytes in
            for entry in newer.entries {
                let moved = Entry(
                    hash: entry.hash,
                    key: (base + entry.key.lowerBound)..<(base + entry.key.upperBound),
                    record: entry.record.map { base + $0 },
                    next: nil
                )
                note(moved, of: UnsafeRawBufferPointer(rebasing: bytes[entry.key]))
            }
        }
        countChange += newer.countChange
        holdsDeletions = holdsDeletions || newer.holdsDeletions
    }

    private static func offset(of part: UnsafeRawBufferPointer, in whole: UnsafeRawBufferPointer) -> Int {
        guard let part = part.baseAddress, let whole = whole.baseAddress else { return 0 }
        return part - whole
    }

    private func entry(of key: UnsafeRawBufferPointer, hash: UInt64) -> Int? {
        var candidate = places[hash]
        while let place = candidate {
            if changes[entries[place].key].elementsEqual(key) { return place }
            candidate = entries[place].next
        }
        return nil
    }

    // MARK: Finding

    func find(_ key: UnsafeRawBufferPointer, hash: UInt64) -> Finding {
        guard !entries.isEmpty, let entry = entry(of: key, hash: hash) else { return .unknown }
        return entries[entry].record.map { .stored(at: $0) } ?? .deleted
    }

    /// The account at a place.
    func account(at place: Int) throws(InvalidRecord) -> Account {
        try withRecord(at: place) { account, _ throws(InvalidRecord) in try account.account() }
    }

    /// Shows the record at a place, and its bytes.
    func withRecord<Value>(
        at place: Int,
        _ body: (StoredAccount, UnsafeRawBufferPointer) throws(InvalidRecord) -> Value
    ) throws(InvalidRecord) -> Value {
        let result: Result<Value, InvalidRecord> = changes.withUnsafeBytes { bytes in
            Result { () throws(InvalidRecord) -> Value in
                var reader = ByteReader(bytes, at: place)
                let account = try StoredAccount(&reader)
                return try body(account, UnsafeRawBufferPointer(rebasing: bytes[place..<reader.offset]))
            }
        }
        return try result.get()
    }

    // MARK: In order

    /// Makes the order of the keys, once for all the pages that follow each other.
    mutating func sort() {
        guard order == nil else { return }
        order = changes.withUnsafeBytes { bytes in
            entries.indices.sorted { left, right in
                let left = UnsafeRawBufferPointer(rebasing: bytes[entries[left].key])
                return left.precedes(UnsafeRawBufferPointer(rebasing: bytes[entries[right].key]))
            }
        }
    }

    /// How many keys there are, those of accounts that are gone included.
    var keyCount: Int { entries.count }

    /// Shows the key at a position of the order, and where its record is; ``sort()`` has to come before.
    func withKey<Value>(at position: Int, _ body: (UnsafeRawBufferPointer, _ record: Int?) -> Value) -> Value {
        guard let order else { preconditionFailure("the tail is not sorted") }
        let entry = entries[order[position]]
        return changes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[entry.key]), entry.record) }
    }

    /// The first position of the order whose key is not before another.
    func position(notBefore key: UnsafeRawBufferPointer) -> Int {
        var range = 0..<keyCount
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if withKey(at: middle, { found, _ in found.precedes(key) }) {
                range = (middle + 1)..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
