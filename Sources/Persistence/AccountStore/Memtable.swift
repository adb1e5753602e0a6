import Domain

/// The changes since the checkpoint, in memory; for each account, the last change counts.
struct Memtable: Sendable {
    private struct Entry {
        let hash: UInt64

        /// The range of the key in the changes.
        var key: Range<Int>

        /// The offset of the record in the changes, or nil if the account is deleted.
        var record: Int?

        /// The next entry with the same hash.
        var next: Int?
    }

    /// The result of a look-up.
    enum Finding {
        case unknown
        case deleted
        case stored(at: Int)
    }

    private let hash: SipHash

    /// The bytes of all changes, in the format of the frames.
    private(set) var changes: [UInt8] = []

    private var entries: [Entry] = []
    private var entriesByHash: [UInt64: Int] = [:]

    /// The entries in the order of their keys, or nil after a new key.
    private var order: [Int]?

    /// The difference from the number of accounts in the checkpoint.
    private(set) var countChange = 0

    /// Whether the file still contains bytes of deleted accounts.
    private(set) var holdsDeletions = false

    init(hash: SipHash) {
        self.hash = hash
    }

    /// Adds the changes of a frame, and throws at the first invalid one.
    mutating func apply(_ frame: UnsafeRawBufferPointer) throws(InvalidRecord) {
        let base = changes.count
        changes.append(contentsOf: frame)
        func range(of key: UnsafeRawBufferPointer) -> Range<Int> {
            guard let start = key.baseAddress, let frameStart = frame.baseAddress else { return base..<base }
            return (base + (start - frameStart))..<(base + (start - frameStart) + key.count)
        }
        var reader = ByteReader(frame)
        while !reader.isAtEnd {
            let record = base + reader.offset + 1
            let change = try StoreChange(&reader)
            switch change {
            case .insertion(let account), .replacement(let account):
                note(key: range(of: account.key), hash: hash.hash(account.key), record: record)
                if case .insertion = change { countChange += 1 }
            case .deletion(let key):
                note(key: range(of: key), hash: hash.hash(key), record: nil)
                countChange -= 1
                holdsDeletions = true
            case .unknown:
                break
            }
        }
    }

    /// Adds the newer changes of another table.
    mutating func append(_ newer: Memtable) {
        let base = changes.count
        changes += newer.changes
        for entry in newer.entries {
            let key = (base + entry.key.lowerBound)..<(base + entry.key.upperBound)
            note(key: key, hash: entry.hash, record: entry.record.map { base + $0 })
        }
        countChange += newer.countChange
        holdsDeletions = holdsDeletions || newer.holdsDeletions
    }

    private mutating func note(key: Range<Int>, hash: UInt64, record: Int?) {
        if let known = entry(of: changes[key], hash: hash) {
            entries[known].key = key
            entries[known].record = record
        } else {
            let next = entriesByHash.updateValue(entries.count, forKey: hash)
            entries.append(Entry(hash: hash, key: key, record: record, next: next))
            order = nil
        }
    }

    private func entry(of key: some Sequence<UInt8>, hash: UInt64) -> Int? {
        var candidate = entriesByHash[hash]
        while let index = candidate {
            if changes[entries[index].key].elementsEqual(key) { return index }
            candidate = entries[index].next
        }
        return nil
    }

    // MARK: Finding

    func find(_ key: UnsafeRawBufferPointer, hash: UInt64) -> Finding {
        guard !entries.isEmpty, let entry = entry(of: key, hash: hash) else { return .unknown }
        return entries[entry].record.map { .stored(at: $0) } ?? .deleted
    }

    /// Calls a function with the record at an offset, and its bytes.
    func withRecord<Value>(
        at place: Int,
        _ body: (StoredAccount, UnsafeRawBufferPointer) throws(InvalidRecord) -> Value
    ) throws(InvalidRecord) -> Value {
        try changes.withBytes { bytes throws(InvalidRecord) in
            var reader = ByteReader(bytes, at: place)
            let account = try StoredAccount(&reader)
            return try body(account, UnsafeRawBufferPointer(rebasing: bytes[place..<reader.offset]))
        }
    }

    // MARK: In order

    /// Sorts the keys, unless they are still sorted.
    mutating func sort() {
        guard order == nil else { return }
        order = changes.withBytes { bytes in
            entries.indices.sorted {
                bytes[entries[$0].key].lexicographicallyPrecedes(bytes[entries[$1].key])
            }
        }
    }

    /// The number of keys, including those of deleted accounts.
    var keyCount: Int { entries.count }

    /// Returns the key at a position of the order, and the offset of its record; requires ``sort()``.
    func change(at position: Int) -> (key: ArraySlice<UInt8>, record: Int?) {
        guard let order else { preconditionFailure("the memtable is not sorted") }
        let entry = entries[order[position]]
        return (changes[entry.key], entry.record)
    }

    /// Returns the first position of the order whose key is not before a given key.
    func position(notBefore key: UnsafeRawBufferPointer) -> Int {
        (0..<keyCount).binarySearch { !change(at: $0).key.lexicographicallyPrecedes(key) }
    }
}
