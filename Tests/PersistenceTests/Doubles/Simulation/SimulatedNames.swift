import TestSupport

/// The names in a folder, as processes see them and as the medium has them.
struct SimulatedNames: Sendable {
    typealias Entries = [String: SimulatedDisk.Number]

    private(set) var live: Entries = [:]
    private var durable: Entries = [:]
    private var unsynced: [Change] = []

    init() {}

    /// Creates the names of a folder that is on the medium.
    init(durable: Entries) {
        live = durable
        self.durable = durable
    }

    /// The files and folders that one of these names may lead to after a crash.
    var reachable: Set<SimulatedDisk.Number> {
        Set(live.values).union(durable.values).union(unsynced.compactMap(\.target))
    }

    mutating func add(_ name: String, for target: SimulatedDisk.Number) {
        make(Change(removed: nil, added: name, target: target))
    }

    mutating func move(_ name: String, to newName: String) {
        make(Change(removed: name, added: newName, target: live[name]))
    }

    mutating func remove(_ name: String) {
        make(Change(removed: name, added: nil, target: nil))
    }

    mutating func synchronize() {
        durable = live
        unsynced = []
    }

    /// What the medium has after a crash.
    func survivor(_ policy: CrashPolicy.Names, using random: inout SeededGenerator) -> Entries {
        switch policy {
        case .kept: return live
        case .lost: return durable
        case .subset:
            var entries = durable
            for change in unsynced where Bool.random(using: &random) { change.apply(to: &entries) }
            return entries
        }
    }

    private mutating func make(_ change: Change) {
        change.apply(to: &live)
        unsynced.append(change)
    }

    /// A name that goes, one that comes, or both at once.
    private struct Change: Sendable {
        let removed: String?
        let added: String?
        let target: SimulatedDisk.Number?

        func apply(to entries: inout Entries) {
            if let removed { entries[removed] = nil }
            if let added { entries[added] = target }
        }
    }
}
