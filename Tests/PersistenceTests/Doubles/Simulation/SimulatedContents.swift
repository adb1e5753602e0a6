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

/// A change of a file that the medium may not have yet.
struct UnsyncedChange: Sendable {
    enum Kind: Sendable {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    /// What the system will do about the change.
    enum Standing: Sendable {
        /// The next synchronisation puts it on the medium.
        case dirty

        /// A synchronisation has failed over it: the system believes that the medium has it, and will not try again.
        case abandoned

        /// It is on the medium, on top of changes that may not be.
        case durable
    }

    let kind: Kind
    var standing = Standing.dirty

    /// Where a file ends once the change is made, at least.
    var end: Int {
        switch kind {
        case .bytes(let bytes, let offset): offset + bytes.count
        case .size(let size): size
        }
    }

    /// Makes the change.
    func apply(to bytes: inout SimulatedBytes) {
        switch kind {
        case .bytes(let new, let offset): new.withUnsafeBytes { bytes.write($0, at: offset) }
        case .size(let size): bytes.resize(to: size)
        }
    }
}

/// The bytes of a file in pages that copies share until one of them is written to.
struct SimulatedBytes: Sendable {
    private static let pageSize = 4096

    /// A page that was never written to holds zeros.
    private var pages: [[UInt8]?] = []

    private(set) var count = 0

    /// Cuts the bytes, or makes them longer by zeros.
    mutating func resize(to newCount: Int) {
        let (whole, part) = newCount.quotientAndRemainder(dividingBy: Self.pageSize)
        if newCount < count, part > 0 {
            pages[whole]?.withUnsafeMutableBytes { page in
                _ = UnsafeMutableRawBufferPointer(rebasing: page[part...]).initializeMemory(
                    as: UInt8.self,
                    repeating: 0
                )
            }
        }
        let pageCount = part > 0 ? whole + 1 : whole
        if pageCount < pages.count { pages.removeLast(pages.count - pageCount) }
        while pages.count < pageCount { pages.append(nil) }
        count = newCount
    }

    /// Writes bytes at a place, behind the end too.
    mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard !bytes.isEmpty else { return }
        if offset + bytes.count > count { resize(to: offset + bytes.count) }
        var position = 0
        while position < bytes.count {
            let (number, start) = (offset + position).quotientAndRemainder(dividingBy: Self.pageSize)
            let length = min(Self.pageSize - start, bytes.count - position)
            let part = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
            if pages[number] == nil { pages[number] = Array(repeating: 0, count: Self.pageSize) }
            pages[number]?.withUnsafeMutableBytes { page in
                UnsafeMutableRawBufferPointer(rebasing: page[start..<start + length]).copyMemory(from: part)
            }
            position += length
        }
    }

    /// Copies the bytes from a place on, as far as there are any, into zeroed memory.
    ///
    /// - Returns: How many bytes were copied.
    @discardableResult
    func read(into memory: UnsafeMutableRawBufferPointer, from offset: Int = 0) -> Int {
        let total = max(min(memory.count, count - offset), 0)
        var position = 0
        while position < total {
            let (number, start) = (offset + position).quotientAndRemainder(dividingBy: Self.pageSize)
            let length = min(Self.pageSize - start, total - position)
            pages[number]?.withUnsafeBytes { page in
                UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + length])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: page[start..<start + length]))
            }
            position += length
        }
        return total
    }

    /// At most `limit` bytes from a place on.
    func read(upTo limit: Int, at offset: Int) -> [UInt8] {
        let total = max(min(limit, count - offset), 0)
        var bytes = [UInt8](repeating: 0, count: total)
        bytes.withUnsafeMutableBytes { _ = read(into: $0, from: offset) }
        return bytes
    }
}
