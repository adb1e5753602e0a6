import Domain

/// The acknowledged state of a store: the checkpoint of its file, and the changes of the journal.
struct StoreView: Sendable {
    /// The file, or nil if there is none yet.
    let file: StoreFile?

    private(set) var memtable: Memtable

    /// The offset of the next frame in the file.
    private(set) var end: Int

    /// The number of the last frame.
    private(set) var sequence: UInt64

    /// The file size up to which zeros are known to follow the journal.
    var size: Int

    private let hash: SipHash
    private var mappedMemory: MappedMemory

    /// Creates the state of a file before its journal is read.
    init(_ file: StoreFile, size: Int) {
        self.file = file
        self.size = size
        hash = file.header.store.hash
        memtable = Memtable(hash: hash)
        end = file.header.journalStart
        sequence = file.header.sequence
        mappedMemory = MappedMemory(count: file.checkpoint.mapped.count)
    }

    /// Creates the state of accounts that are not in a store file yet.
    init(_ accounts: [Account] = [], _ progress: StoreProgress = { _ in }) {
        file = nil
        size = 0
        hash = SipHash(low: 0, high: 0)
        memtable = Memtable(hash: hash)
        end = 0
        // The number of a frame that would store them, so that a mark shows that the store has had accounts.
        sequence = accounts.isEmpty ? 0 : 1
        mappedMemory = MappedMemory(count: 0)
        for start in stride(from: 0, to: accounts.count, by: 1024) {
            let changes = accounts[start...].prefix(1024).flatMap { StoreChange.bytes(storing: $0, isNew: true) }
            // These bytes were encoded here, so they are valid.
            try? changes.withBytes { bytes throws(InvalidRecord) in try memtable.apply(bytes) }
            progress(Double(start) / Double(accounts.count))
        }
    }

    /// A table for changes that are applied to this state later.
    var emptyMemtable: Memtable { Memtable(hash: hash) }

    /// Applies the changes of a frame that has just been stored.
    mutating func apply(_ changes: Memtable, sequence: UInt64, end: Int) {
        memtable.append(changes)
        self.sequence = sequence
        self.end = end
    }

    /// Applies the changes of a frame in the file.
    mutating func apply(_ changes: UnsafeRawBufferPointer, sequence: UInt64, end: Int) throws(InvalidRecord) {
        try memtable.apply(changes)
        self.sequence = sequence
        self.end = end
    }

    /// Returns whether the file has lost frames of its store at its end, as the last frame or its end proves.
    func lacks(_ acknowledged: AcknowledgedFrame?, before acknowledgedEnd: Int?) -> Bool {
        sequence < acknowledged?.sequence ?? 0 || end < acknowledgedEnd ?? 0
    }

    // MARK: Size

    var count: Int { (file?.header.recordCount ?? 0) + memtable.countChange }

    /// Returns the number of zeros to write ahead: a frame that changes neither the size of the file nor its blocks is
    /// quicker to synchronise.
    static func room(behind end: Int) -> Int { min(max(end / 4096 * 4096, 1 << 16), 1 << 20) }

    private var checkpointSize: Int { file.map { $0.header.records.count } ?? 0 }

    private var journalSize: Int { end - (file?.header.journalStart ?? end) }

    /// The size of the journal from which the file is compacted, so that compactions are rare and opening is quick.
    private var journalLimit: Int { min(max(2 * checkpointSize, 1 << 16), 1 << 21) }

    /// The limit of the journal while many tasks write, because compactions would delay them too often.
    private var crowdedJournalLimit: Int { max(journalLimit, min(checkpointSize, 1 << 24)) }

    func needsCompaction(isCrowded: Bool) -> Bool { journalSize > (isCrowded ? crowdedJournalLimit : journalLimit) }

    /// Whether writers have to wait for the compaction.
    var isCompactionOverdue: Bool { journalSize / 2 > crowdedJournalLimit }

    // MARK: Reading

    mutating func contains(_ id: AccountID) throws(InvalidRecord) -> Bool {
        try id.withKey { key throws(InvalidRecord) in try withAccount(key) { _ in true } ?? false }
    }

    mutating func find(_ id: AccountID, over planned: Memtable? = nil) throws(InvalidRecord) -> Account? {
        try id.withKey { key throws(InvalidRecord) in
            try withAccount(key, over: planned) { account throws(InvalidRecord) in try account.account() }
        }
    }

    /// Calls a function with the account of a key, if it exists; planned changes are newer than this state.
    mutating func withAccount<Value>(
        _ key: UnsafeRawBufferPointer,
        over planned: Memtable? = nil,
        _ body: (StoredAccount) throws(InvalidRecord) -> Value
    ) throws(InvalidRecord) -> Value? {
        let hash = hash.hash(key)
        func find(in table: Memtable) throws(InvalidRecord) -> Value?? {
            switch table.find(key, hash: hash) {
            case .stored(let place):
                try table.withRecord(at: place) { account, _ throws(InvalidRecord) in try body(account) }
            case .deleted: .some(nil)
            case .unknown: nil
            }
        }
        if let planned, let found = try find(in: planned) { return found }
        if let found = try find(in: memtable) { return found }
        guard let checkpoint = file?.checkpoint else { return nil }
        let record = try checkpoint.find(key, hash: hash)
        mappedMemory.note(record, hash: hash, in: checkpoint)
        return try record.map { record throws(InvalidRecord) in try body(record.account) }
    }

    /// Returns the accounts after an ID, in the order of IDs.
    mutating func page(after id: AccountID?, limit: Int) throws(InvalidRecord) -> [Account] {
        guard limit > 0 else { return [] }
        var accounts: [Account] = []
        var records = try records(from: id)
        while accounts.count < limit,
            let account = try records.next({ account, _ throws(InvalidRecord) in try account.account() })
        {
            if account.id != id { accounts.append(account) }
        }
        mappedMemory.drop(from: file?.checkpoint)
        return accounts
    }

    /// Returns all accounts in the order of their IDs, or those from an ID on.
    mutating func records(from id: AccountID? = nil) throws(InvalidRecord) -> MergedRecords {
        memtable.sort()
        guard let id else { return try MergedRecords(checkpoint: file?.checkpoint, memtable: memtable) }
        return try id.withKey { key throws(InvalidRecord) in
            try MergedRecords(checkpoint: file?.checkpoint, memtable: memtable, notBefore: key)
        }
    }
}

/// The accounts of a checkpoint and a memtable, in the order of their keys.
struct MergedRecords {
    private let checkpoint: Checkpoint?
    private let memtable: Memtable

    /// The offset of the next record of the checkpoint.
    private var place: Int

    /// The position of the next key of the memtable.
    private var position: Int

    /// Begins at the first account, or at the first one whose key is not before a given key; the memtable has to be
    /// sorted.
    fileprivate init(
        checkpoint: Checkpoint?,
        memtable: Memtable,
        notBefore key: UnsafeRawBufferPointer? = nil
    ) throws(InvalidRecord) {
        self.checkpoint = checkpoint
        self.memtable = memtable
        if let key {
            place = try checkpoint?.place(notBefore: key) ?? 0
            position = memtable.position(notBefore: key)
        } else {
            place = checkpoint?.header.records.lowerBound ?? 0
            position = 0
        }
    }

    /// Calls a function with the next account and its bytes, or returns nil at the end.
    mutating func next<Value>(
        _ body: (StoredAccount, UnsafeRawBufferPointer) throws(InvalidRecord) -> Value
    ) throws(InvalidRecord) -> Value? {
        while true {
            let record = try nextOfCheckpoint()
            let change = position < memtable.keyCount ? memtable.change(at: position) : nil
            if let record, change.map({ record.account.key.lexicographicallyPrecedes($0.key) }) ?? true {
                place = record.end
                return try body(record.account, record.bytes)
            }
            guard let change else { return nil }
            // The memtable is newer, including its deletions.
            if let record, record.account.key.elementsEqual(change.key) { place = record.end }
            position += 1
            if let changed = change.record { return try memtable.withRecord(at: changed, body) }
        }
    }

    private func nextOfCheckpoint() throws(InvalidRecord) -> Checkpoint.Record? {
        guard let checkpoint, place < checkpoint.header.recordsEnd else { return nil }
        return try checkpoint.record(at: place)
    }
}
