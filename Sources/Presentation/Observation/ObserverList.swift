public import Synchronization

/// The observers of one box, in the order of their subscriptions.
///
/// A lock protects it, because a token may be released on any thread.
@usableFromInline
final class ObserverList<Value>: Sendable {
    @usableFromInline typealias Receiver = @MainActor (Value) -> Void

    /// An observer; its receiver is nil after its observation has ended.
    @usableFromInline typealias Entry = (id: Int, receive: Receiver?)

    /// A snapshot of the observers, with the number of observations that had ended at that time.
    @usableFromInline typealias Snapshot = (entries: [Entry], removals: Int)

    /// The observers in ascending order of IDs, and how many of them have ended.
    @usableFromInline let state = Mutex((entries: [Entry](), lastID: 0, ended: 0))

    /// The number of observations that have ended; it changes only under the lock.
    @usableFromInline let removals = Atomic(0)

    @inlinable
    init() {}

    @inlinable
    var snapshot: Snapshot { state.withLock { ($0.entries, removals.load(ordering: .relaxed)) } }

    /// Adds an observer, and returns its ID.
    @inlinable
    func add(_ receive: @escaping Receiver) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.entries.append((state.lastID, receive))
            return state.lastID
        }
    }

    /// Removes an observer, unless it was removed before.
    @inlinable
    func remove(_ id: Int) {
        let removed = state.withLock { state -> Receiver? in
            guard let index = Self.index(of: id, in: state.entries) else { return nil }
            removals.add(1, ordering: .relaxed)
            let receive = exchange(&state.entries[index].receive, with: nil)
            state.ended += 1
            // Ended entries are removed when they are half of the list, so that the average time of a removal is
            // constant.
            if state.ended * 2 > state.entries.count {
                state.entries.removeAll { $0.receive == nil }
                state.ended = 0
            }
            return receive
        }
        // The observer is released outside the lock, because its captures may cancel other tokens.
        withExtendedLifetime(removed) {}
    }

    /// Removes all observers.
    @usableFromInline
    func removeAll() {
        withExtendedLifetime(state.withLock { exchange(&$0.entries, with: []) }) {}
    }

    /// Calls the observers of a snapshot, except those that were removed after it.
    @inlinable
    @MainActor
    func deliver(_ value: Value, to snapshot: Snapshot) {
        for entry in snapshot.entries {
            guard let receive = entry.receive else { continue }
            if removals.load(ordering: .relaxed) != snapshot.removals, !contains(entry.id) { continue }
            receive(value)
        }
    }

    @usableFromInline
    func contains(_ id: Int) -> Bool { state.withLock { Self.index(of: id, in: $0.entries) != nil } }

    @inlinable
    static func index(of id: Int, in entries: [Entry]) -> Int? {
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].id == id { return entries[middle].receive == nil ? nil : middle }
            range = entries[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
