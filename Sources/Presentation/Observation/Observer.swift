public import Synchronization

/// Somebody who observes a box: a ``ValueObserver`` of the type of its value.
@usableFromInline
@MainActor
class Observer {
    @usableFromInline nonisolated let storage = Atomic(-1)

    @usableFromInline
    nonisolated init() {}

    /// Where the observer stands in the list, or nil where it has been removed; set only under the box's lock.
    @inlinable
    nonisolated var position: Int? {
        get {
            let position = storage.load(ordering: .relaxed)
            return position < 0 ? nil : position
        }
        set { storage.store(newValue ?? -1, ordering: .relaxed) }
    }
}
