/// The accounts of a checkpoint and a tail together, in the order of their keys.
struct MergedRecords {
    private let checkpoint: Checkpoint?
    private let tail: StoreTail

    /// The place of the next record of the checkpoint.
    private var place: Int

    /// The position of the next key of the tail.
    private var position: Int

    /// Begins at the first account, or at the first whose key is not before another; the tail has to be sorted.
    init(
        checkpoint: Checkpoint?,
        tail: StoreTail,
        notBefore key: UnsafeRawBufferPointer? = nil
    ) throws(InvalidRecord) {
        self.checkpoint = checkpoint
        self.tail = tail
        if let key {
            place = try checkpoint?.place(notBefore: key) ?? 0
            position = tail.position(notBefore: key)
        } else {
            place = checkpoint?.header.records.lowerBound ?? 0
            position = 0
        }
    }

    /// Shows the bytes of the next account and where everything is in them.
    ///
    /// - Returns: What the body made of it, or nil behind the last account.
    mutating func next<Value>(
        _ body: (StoredAccount, UnsafeRawBufferPointer) throws(InvalidRecord) -> Value
    ) throws(InvalidRecord) -> Value? {
        while true {
            let record = try nextOfCheckpoint()
            guard position < tail.keyCount else {
                guard let record else { return nil }
                place = record.end
                return try body(record.account, bytes(of: record))
            }
            let (order, changed) = compareNextKey(with: record)
            if order == .behind, let record {
                place = record.end
                return try body(record.account, bytes(of: record))
            }
            // The tail is newer, also where it says that the account is gone.
            if order == .same, let record { place = record.end }
            position += 1
            guard let changed else { continue }
            return try tail.withRecord(at: changed, body)
        }
    }

    private enum Order {
        case before, same, behind
    }

    private func nextOfCheckpoint() throws(InvalidRecord) -> Checkpoint.Record? {
        guard let checkpoint, place < checkpoint.header.recordsEnd else { return nil }
        return try checkpoint.record(at: place)
    }

    private func bytes(of record: Checkpoint.Record) -> UnsafeRawBufferPointer {
        guard let checkpoint else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: checkpoint.mapped.bytes[record.place..<(record.end - 4)])
    }

    /// Where the next key of the tail is beside a record, and where its own record is.
    private func compareNextKey(with record: Checkpoint.Record?) -> (Order, changed: Int?) {
        tail.withKey(at: position) { key, changed in
            guard let record, !key.precedes(record.account.key) else { return (.before, changed) }
            return (record.account.key.precedes(key) ? .behind : .same, changed)
        }
    }
}
