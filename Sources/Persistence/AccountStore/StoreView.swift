import Domain

/// The acknowledged state of a store: the checkpoint of its file, and what the journal changed since.
struct StoreView: Sendable {
    /// The file, or nil where the accounts are not in one yet.
    let file: StoreFile?

    private(set) var tail: StoreTail

    /// The place of the next frame in the file.
    private(set) var end: Int

    /// The number of the last frame.
    private(set) var sequence: UInt64

    let hash: SipHash

    /// The size up to which the file is known to have zeros to write over.
    var size: Int

    /// The parts of the checkpoint that were looked at since they were last given back.
    private var footprint: MappedFootprint

    /// The state of a file before its journal.
    init(_ file: StoreFile, size: Int) {
        self.file = file
        self.size = size
        hash = file.header.store.hash
        tail = StoreTail(hash: hash)
        end = file.header.journalStart
        sequence = file.header.sequence
        footprint = MappedFootprint(count: file.checkpoint.mapped.count)
    }

    /// Accounts that are not in a store file yet.
    init(_ accounts: [Account] = []) {
        file = nil
        size = 0
        hash = SipHash(low: 0, high: 0)
        tail = StoreTail(hash: hash)
        end = 0
        sequence = 0
        footprint = MappedFootprint(count: 0)
        var changes: [UInt8] = []
        for account in accounts { changes.append(insertionOf: account) }
        // These bytes were made a line above, so they are understood.
        changes.withUnsafeBytes { bytes in try? tail.apply(bytes) }
    }

    /// Takes the changes of a frame that was stored just now.
    mutating func apply(_ changes: StoreTail, sequence: UInt64, end: Int) {
        tail.append(changes)
        self.sequence = sequence
        self.end = end
    }

    /// Takes the changes of a frame that is stored.
    mutating func apply(
        _ changes: UnsafeRawBufferPointer,
        sequence: UInt64,
        end: Int
    ) throws(StoreChange.Failure) {
        try tail.apply(changes)
        self.sequence = sequence
        self.end = end
    }

    /// How many zeros are written ahead, so that a frame changes neither the size of the file nor where it is on the
    /// medium, which would be more to synchronise: as much as there is, within limits.
    static func room(behind end: Int) -> Int { min(max(end / 4096 * 4096, 1 << 16), 1 << 20) }

    /// How long the journal may become before its changes are put in order: so long that writing everything anew is
    /// rare, and so short that reading it takes no time when the store is opened.
    private var journalLimit: Int {
        min(max(2 * checkpointSize, 1 << 16), 1 << 21)
    }

    /// How long it may become while many write at a time, whom writing everything anew would hold up again and again:
    /// so long that it does not come to much more than writing the journal.
    private var crowdedJournalLimit: Int {
        max(journalLimit, min(checkpointSize, 1 << 24))
    }

    private var journalSize: Int { end - (file?.header.journalStart ?? end) }

    /// Whether everything should be written anew, if others write as well or do not.
    func isDue(isCrowded: Bool) -> Bool { journalSize > (isCrowded ? crowdedJournalLimit : journalLimit) }

    /// Whether that is so late that whoever writes has to wait for it.
    var isOverdue: Bool { journalSize / 2 > crowdedJournalLimit }

    // MARK: Reading

    var count: Int { (file?.header.recordCount ?? 0) + tail.countChange }

    /// How many bytes the accounts take in the checkpoint.
    var checkpointSize: Int { file.map { $0.header.records.count } ?? 0 }

    mutating func contains(_ id: AccountID) throws(InvalidRecord) -> Bool {
        try id.withKey { key in
            Result { () throws(InvalidRecord) -> Bool in
                try contains(key, hash: hash.hash(key))
            }
        }.get()
    }

    mutating func contains(_ key: UnsafeRawBufferPointer, hash: UInt64) throws(InvalidRecord) -> Bool {
        switch tail.find(key, hash: hash) {
        case .stored: true
        case .deleted: false
        case .unknown: try record(with: key, hash: hash) != nil
        }
    }

    mutating func find(_ id: AccountID) throws(InvalidRecord) -> Account? {
        try id.withKey { key in
            Result { () throws(InvalidRecord) -> Account? in
                let hash = self.hash.hash(key)
                switch tail.find(key, hash: hash) {
                case .stored(let place): return try tail.account(at: place)
                case .deleted: return nil
                case .unknown: return try record(with: key, hash: hash)?.account.account()
                }
            }
        }.get()
    }

    private mutating func record(
        with key: UnsafeRawBufferPointer,
        hash: UInt64
    ) throws(InvalidRecord) -> Checkpoint.Record? {
        guard let checkpoint = file?.checkpoint else { return nil }
        let record = try checkpoint.find(key, hash: hash)
        footprint.note(record, hash: hash, in: checkpoint)
        return record
    }

    /// The accounts behind an ID, in the order of IDs.
    mutating func page(after id: AccountID?, limit: Int) throws(InvalidRecord) -> [Account] {
        guard limit > 0 else { return [] }
        tail.sort()
        var accounts: [Account] = []
        var records: MergedRecords
        if let id {
            records = try id.withKey { key in
                Result { () throws(InvalidRecord) in
                    try MergedRecords(checkpoint: file?.checkpoint, tail: tail, notBefore: key)
                }
            }.get()
        } else {
            records = try MergedRecords(checkpoint: file?.checkpoint, tail: tail)
        }
        while accounts.count < limit,
            let account = try records.next({ account, _ throws(InvalidRecord) in try account.account() })
        {
            if account.id != id { accounts.append(account) }
        }
        footprint.drop(from: file?.checkpoint)
        return accounts
    }

    /// All accounts in the order of their IDs, as bytes.
    mutating func records() throws(InvalidRecord) -> MergedRecords {
        tail.sort()
        return try MergedRecords(checkpoint: file?.checkpoint, tail: tail)
    }
}
