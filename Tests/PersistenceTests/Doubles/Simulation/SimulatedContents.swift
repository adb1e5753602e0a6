import TestSupport

/// The bytes of a file, as processes see them and as the medium has them.
struct SimulatedContents: Sendable {
    private(set) var live = SimulatedBytes()

    /// What is on the medium for certain.
    private var durable = SimulatedBytes()

    /// What came after, in its order.
    private var unsynced: [UnsyncedChange] = []

    init() {}

    /// Creates the contents of a file that is on the medium.
    init(durable: SimulatedBytes) {
        live = durable
        self.durable = durable
    }

    var hasUnsyncedChanges: Bool { unsynced.contains { $0.standing != .durable } }

    mutating func make(_ kind: UnsyncedChange.Kind) {
        let change = UnsyncedChange(kind: kind)
        change.apply(to: &live)
        unsynced.append(change)
    }

    /// Puts the changes on the medium, except those over which it has failed before.
    mutating func synchronize() {
        for index in unsynced.indices where unsynced[index].standing == .dirty { unsynced[index].standing = .durable }
        guard unsynced.allSatisfy({ $0.standing == .durable }) else { return }
        for change in unsynced { change.apply(to: &durable) }
        unsynced = []
    }

    /// Forgets that the changes have to be put on the medium, as systems do after a failure.
    mutating func failToSynchronize() {
        for index in unsynced.indices where unsynced[index].standing == .dirty { unsynced[index].standing = .abandoned }
    }

    /// What the medium has after a crash.
    func survivor(_ policy: CrashPolicy.Contents, using random: inout SeededGenerator) -> SimulatedBytes {
        if policy == .kept { return live }
        var bytes = durable
        for change in unsynced {
            if change.standing == .durable {
                change.apply(to: &bytes)
            } else {
                Self.apply(change, policy, to: &bytes, using: &random)
            }
        }
        return bytes
    }

    private static func apply(
        _ change: UnsyncedChange,
        _ policy: CrashPolicy.Contents,
        to bytes: inout SimulatedBytes,
        using random: inout SeededGenerator
    ) {
        switch (policy, change.kind) {
        case (.kept, _):
            change.apply(to: &bytes)
        case (.lost, _):
            break
        case (.subset, _), (.torn, .size), (.sectors, .size):
            if Bool.random(using: &random) {
                change.apply(to: &bytes)
            } else {
                lengthen(&bytes, for: change, using: &random)
            }
        case (.torn, .bytes(let new, let offset)):
            let cut = Int.random(in: 0...new.count, using: &random)
            lengthen(&bytes, for: change, using: &random)
            new.withUnsafeBytes { new in
                if Bool.random(using: &random) {
                    bytes.write(UnsafeRawBufferPointer(rebasing: new[..<cut]), at: offset)
                } else {
                    bytes.write(UnsafeRawBufferPointer(rebasing: new[cut...]), at: offset + cut)
                }
            }
        case (.sectors, .bytes(let new, let offset)):
            lengthen(&bytes, for: change, using: &random)
            new.withUnsafeBytes { new in
                var start = 0
                while start < new.count {
                    let end = min(start + sectorSize - (offset + start) % sectorSize, new.count)
                    if Bool.random(using: &random) {
                        bytes.write(UnsafeRawBufferPointer(rebasing: new[start..<end]), at: offset + start)
                    }
                    start = end
                }
            }
        }
    }

    private static let sectorSize = 512

    /// A medium may know the new size of a file without having the bytes.
    private static func lengthen(
        _ bytes: inout SimulatedBytes,
        for change: UnsyncedChange,
        using random: inout SeededGenerator
    ) {
        guard change.end > bytes.count, Bool.random(using: &random) else { return }
        bytes.resize(to: change.end)
    }
}
