import Domain
import Persistence
import Synchronization

/// The generic passwords of a device in memory, with the statuses that Apple documents.
///
/// Service, account and access group identify an item. Updates and deletions affect every item that has the attributes.
final class KeychainFake: Keychain {
    enum Function: CaseIterable {
        case add, copyMatching, update, delete
    }

    private struct State {
        var items: [KeychainAttributes] = []
        var status: @Sendable (Function) -> Int32 = { _ in 0 }
    }

    private let state = Mutex(State())

    /// The items, in the order in which they were added.
    var items: [KeychainAttributes] {
        get { state.withLock { $0.items } }
        set { state.withLock { $0.items = newValue } }
    }

    /// Calls a function before each later call, and returns its status instead if it is not 0.
    func answer(_ status: @escaping @Sendable (Function) -> Int32) { state.withLock { $0.status = status } }

    func add(_ item: KeychainAttributes) -> Int32 {
        run(.add) { items in
            var item = item
            item.accessGroup = item.accessGroup ?? "default"
            guard !items.contains(where: { $0.key == item.key }) else { return -25299 }
            items.append(item)
            return 0
        }
    }

    func copyMatching(_ query: KeychainAttributes) -> (status: Int32, found: KeychainAttributes) {
        var found = KeychainAttributes()
        let status = run(.copyMatching) { items in
            guard let item = items.first(where: { $0.matches(query) }) else { return -25300 }
            (found.data, found.revision) = (item.data, item.revision)
            return 0
        }
        return (status, found)
    }

    func update(_ query: KeychainAttributes, _ change: KeychainAttributes) -> Int32 {
        run(.update) { items in
            let (changed, others) = (items.filter { $0.matches(query) }, items.filter { !$0.matches(query) })
            guard !changed.isEmpty else { return -25300 }
            let results = others + changed.map { $0.merging(change) }
            guard Set(results.map(\.key)).count == items.count else { return -25299 }
            items = results
            return 0
        }
    }

    func delete(_ query: KeychainAttributes) -> Int32 {
        run(.delete) { items in
            guard items.contains(where: { $0.matches(query) }) else { return -25300 }
            items.removeAll { $0.matches(query) }
            return 0
        }
    }

    private func run(_ function: Function, _ body: (inout [KeychainAttributes]) -> Int32) -> Int32 {
        // Outside of the lock, because another process may use the Keychain here.
        let status = state.withLock { $0.status }(function)
        return status == 0 ? state.withLock { body(&$0.items) } : status
    }
}

extension KeychainAttributes {
    fileprivate var key: [String?] { [service, account, accessGroup] }

    fileprivate func matches(_ query: KeychainAttributes) -> Bool { merging(query) == self }

    fileprivate func merging(_ change: KeychainAttributes) -> KeychainAttributes {
        var merged = self
        merged.service = change.service ?? service
        merged.account = change.account ?? account
        merged.accessGroup = change.accessGroup ?? accessGroup
        merged.isReadableWhileLocked = change.isReadableWhileLocked ?? isReadableWhileLocked
        merged.data = change.data ?? data
        merged.revision = change.revision ?? revision
        return merged
    }
}
