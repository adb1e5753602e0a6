import TestSupport

/// The bytes of a file, as processes see them and as the disk stores them.
struct SimulatedContents: Sendable {
    private(set) var live = SimulatedBytes()

    /// The bytes that are certainly on the disk.
    private var durable = SimulatedBytes()

    /// The later changes, in order.
    private var unsynced: [UnsyncedChange] = []

    init() {}

    /// Creates the contents of a file that is entirely on the disk.
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

    /// Writes the changes to the disk, except those that an earlier synchronisation failed to write.
    mutating func synchronize() {
        for index in unsynced.indices where unsynced[index].standing == .dirty { unsynced[index].standing = .durable }
        guard unsynced.allSatisfy({ $0.standing == .durable }) else { return }
        for change in unsynced { change.apply(to: &durable) }
        unsynced = []
    }

    /// Abandons the unwritten changes, as operating systems do after a failed synchronisation.
    mutating func failToSynchronize() {
        for index in unsynced.indices where unsynced[index].standing == .dirty { unsynced[index].standing = .abandoned }
    }

    /// Returns the bytes on the disk after a crash.
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

    /// Extends a file at random, because the new size can reach the disk before the bytes.
    private static func lengthen(
        _ bytes: inout SimulatedBytes,
        for change: UnsyncedChange,
        using random: inout SeededGenerator
    ) {
        guard change.end > bytes.count, Bool.random(using: &random) else { return }
        bytes.resize(to: change.end)
    }
}

/// A change of a file that may not be on the disk yet.
struct UnsyncedChange: Sendable {
    enum Kind: Sendable {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    /// The state of the change in the system.
    enum Standing: Sendable {
        /// The next synchronisation writes the change to the disk.
        case dirty

        /// A synchronisation failed to write the change, and the system does not retry it.
        case abandoned

        /// The change is on the disk, but earlier changes may not be.
        case durable
    }

    let kind: Kind
    var standing = Standing.dirty

    /// The minimum size of the file after the change.
    var end: Int {
        switch kind {
        case .bytes(let bytes, let offset): offset + bytes.count
        case .size(let size): size
        }
    }

    /// Applies the change.
    func apply(to bytes: inout SimulatedBytes) {
        switch kind {
        case .bytes(let new, let offset): new.withUnsafeBytes { bytes.write($0, at: offset) }
        case .size(let size): bytes.resize(to: size)
        }
    }
}

/// The bytes of a file in copy-on-write pages.
struct SimulatedBytes: Sendable {
    private static let pageSize = 4096

    /// The pages, with nil for a page of zeros that was never written.
    private var pages: [[UInt8]?] = []

    private(set) var count = 0

    /// Truncates the bytes, or extends them with zeros.
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

    /// Writes bytes at an offset, which may be past the end.
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

    /// Copies the available bytes from an offset on into zeroed memory.
    ///
    /// - Returns: The number of copied bytes.
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

    /// Returns at most `limit` bytes from an offset on.
    func read(upTo limit: Int, at offset: Int) -> [UInt8] {
        let total = max(min(limit, count - offset), 0)
        var bytes = [UInt8](repeating: 0, count: total)
        bytes.withUnsafeMutableBytes { _ = read(into: $0, from: offset) }
        return bytes
    }
}
