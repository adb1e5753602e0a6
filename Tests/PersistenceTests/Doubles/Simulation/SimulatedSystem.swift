import Foundation
import Persistence

/// The disk of a simulated system, and the state that a crash loses, such as locks and open files.
struct SimulatedSystem: Sendable {
    /// An open file or folder.
    struct Opening: Sendable {
        let number: SimulatedDisk.Number
        let name: String
        let isWritable: Bool
    }

    var disk: SimulatedDisk
    private(set) var openings: [FileDescriptor: Opening] = [:]
    var locks: [SimulatedDisk.Number: FileDescriptor] = [:]
    var plan = SimulatedFault.none
    var calls: [SimulatedCall] = []
    var pauseCount = 0

    /// The writes, resizings and synchronisations of the store file while the folder was not locked.
    private(set) var unlockedCalls: [SimulatedCall] = []

    /// The number of the first call after the crash.
    var end = Int.max

    private let device = UInt64.random(in: .min ... .max)
    private var lastDescriptor: Int32 = 2
    private var memories: [SimulatedDisk.Number: Memory] = [:]

    private struct Memory: Sendable {
        let memory: SimulatedMemory
        var isWritable: Bool
        var users = 1
    }

    init(disk: SimulatedDisk) {
        self.disk = disk
    }

    /// Records a call.
    ///
    /// - Returns: The fault of the call, or nil.
    mutating func note(_ call: SimulatedCall) throws(SimulatedFailure) -> SimulatedFault? {
        let number = calls.count
        calls.append(call)
        if call.name == "accounts.store", [.write, .setSize, .synchronize].contains(call.operation), !isFolderLocked {
            unlockedCalls.append(call)
        }
        guard number < end else { throw .crashed }
        return plan(number, call)
    }

    private var isFolderLocked: Bool { locks.values.contains { openings[$0]?.name == ".lock" } }

    // MARK: Openings

    mutating func open(_ number: SimulatedDisk.Number, name: String, isWritable: Bool) -> FileDescriptor {
        lastDescriptor += 1
        let descriptor = FileDescriptor(rawValue: lastDescriptor)
        openings[descriptor] = Opening(number: number, name: name, isWritable: isWritable)
        return descriptor
    }

    mutating func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(SimulatedFailure) -> FileDescriptor {
        let folder = try opening(folder).number
        let existing = try disk.names(in: folder).live[name]
        switch (purpose, existing) {
        case (.creating, .some): throw .exists
        case (.reading, nil), (.writing, nil): throw .missing
        case (.creating, nil), (.locking, nil), (.appending, nil):
            let number = try disk.makeFile(name, in: folder, mode: 0o600)
            return open(number, name: name, isWritable: true)
        case (.reading, let number?):
            return open(number, name: name, isWritable: false)
        case (.writing, let number?), (.locking, let number?), (.appending, let number?):
            guard disk.isRegular(number) else { throw .isFolder }
            return open(number, name: name, isWritable: true)
        }
    }

    func opening(_ file: FileDescriptor) throws(SimulatedFailure) -> Opening {
        guard let opening = openings[file] else { throw .notOpen }
        return opening
    }

    func name(of file: FileDescriptor) -> String { openings[file]?.name ?? "not open" }

    mutating func close(_ file: FileDescriptor) {
        guard let opening = openings.removeValue(forKey: file) else {
            preconditionFailure("\(file) is not open")
        }
        if locks[opening.number] == file { locks[opening.number] = nil }
    }

    mutating func forgetUnreachable() {
        let open = Set(openings.values.map(\.number)).union(memories.keys)
        disk.forgetUnreachable(keeping: open)
    }

    // MARK: Files

    func status(of number: SimulatedDisk.Number) -> FileStatus {
        let isRegular = disk.isRegular(number)
        return FileStatus(
            kind: isRegular ? .regular : .folder,
            identity: FileIdentity(device: device, number: number),
            isOwn: true,
            mode: disk.mode(of: number),
            links: disk.linkCount(of: number),
            // A folder has no bytes.
            size: (try? disk.bytes(of: number).count) ?? 0
        )
    }

    func read(upTo count: Int, at offset: Int, of number: SimulatedDisk.Number) throws(SimulatedFailure) -> [UInt8] {
        let bytes = try disk.bytes(of: number)
        guard let memory = memories[number], memory.isWritable else { return bytes.read(upTo: count, at: offset) }
        let end = min(offset + count, bytes.count, memory.memory.count)
        return offset < end ? Array(memory.memory.bytes[offset..<end]) : bytes.read(upTo: count, at: offset)
    }

    mutating func make(_ kind: UnsyncedChange.Kind, through file: FileDescriptor) throws(SimulatedFailure) {
        let opening = try opening(file)
        guard opening.isWritable else { throw .notWritable }
        let oldSize = try disk.bytes(of: opening.number).count
        try disk.make(kind, in: opening.number)
        memories[opening.number]?.memory.show(kind, oldSize: oldSize)
    }

    // MARK: Memory

    mutating func map(
        _ number: SimulatedDisk.Number,
        count: Int,
        isWritable: Bool
    ) throws(SimulatedFailure) -> SimulatedMemory {
        if let known = memories[number] {
            precondition(count <= known.memory.count, "a mapping that is longer than what was reserved")
            if isWritable { memories[number]?.isWritable = true }
            memories[number]?.users += 1
            return known.memory
        }
        guard let memory = SimulatedMemory(count: count) else { throw .notPermitted }
        try disk.bytes(of: number).read(into: memory.bytes)
        memories[number] = Memory(memory: memory, isWritable: isWritable)
        return memory
    }

    /// Releases one mapping of a file.
    mutating func unmap(_ number: SimulatedDisk.Number) {
        memories[number]?.users -= 1
        guard let memory = memories[number], memory.users == 0 else { return }
        if memory.isWritable { Self.take(memory, into: &disk, number) }
        memories[number] = nil
    }

    /// Returns the disk including unsynchronised writes through mapped memory.
    func currentDisk() -> SimulatedDisk {
        var disk = disk
        for (number, memory) in memories where memory.isWritable { Self.take(memory, into: &disk, number) }
        return disk
    }

    mutating func synchronize(_ number: SimulatedDisk.Number) {
        if let memory = memories[number], memory.isWritable { Self.take(memory, into: &disk, number) }
        disk.synchronize(number)
    }

    /// Abandons the unwritten changes of a file, unless the call was only interrupted.
    mutating func failToSynchronize(_ file: FileDescriptor, code: Int32) {
        guard code != EINTR, let number = openings[file]?.number else { return }
        if let memory = memories[number], memory.isWritable { Self.take(memory, into: &disk, number) }
        disk.failToSynchronize(number)
    }

    private static func take(_ memory: Memory, into disk: inout SimulatedDisk, _ number: SimulatedDisk.Number) {
        // A file that was already removed has no bytes.
        guard let bytes = try? disk.bytes(of: number) else { return }
        for change in memory.memory.changes(since: bytes) { try? disk.make(change, in: number) }
    }
}

/// The memory to which a file is mapped, shared by all mappings of the file.
final class SimulatedMemory: Sendable {
    /// The reserved size in bytes.
    ///
    /// Pages take memory only when they are written.
    private static let reservedCount = 1 << 26

    /// The address as a number, because pointers are not `Sendable`.
    private let address: UInt

    let count: Int

    init?(count: Int) {
        self.count = max(count, Self.reservedCount)
        let memory = mmap(nil, self.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        address = UInt(bitPattern: memory)
    }

    deinit { munmap(UnsafeMutableRawPointer(bitPattern: address), count) }

    var start: UInt { address }

    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    }

    /// Applies a change of the file to the memory.
    func show(_ kind: UnsyncedChange.Kind, oldSize: Int) {
        switch kind {
        case .bytes(let new, let offset):
            guard offset < count else { return }
            new.withUnsafeBytes { new in
                let part = UnsafeRawBufferPointer(rebasing: new.prefix(count - offset))
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: part)
            }
        case .size(let size):
            guard size < min(oldSize, count) else { return }
            UnsafeMutableRawBufferPointer(rebasing: bytes[size..<min(oldSize, count)])
                .initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// Returns the writes through the memory since the file had these bytes, in words of eight bytes.
    func changes(since bytes: SimulatedBytes) -> [UnsyncedChange.Kind] {
        let known = bytes.read(upTo: count, at: 0)
        return known.withUnsafeBytes { known in
            guard let old = known.baseAddress, let new = self.bytes.baseAddress else { return [] }
            if memcmp(old, new, known.count) == 0 { return [] }
            return stride(from: 0, to: known.count, by: 8).compactMap { offset in
                let length = min(8, known.count - offset)
                if memcmp(old + offset, new + offset, length) == 0 { return nil }
                return .bytes(Array(self.bytes[offset..<offset + length]), at: offset)
            }
        }
    }
}
