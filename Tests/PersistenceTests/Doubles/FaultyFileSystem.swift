import Foundation
import Persistence
import Synchronization

/// A local file system with injected faults, which records its calls and never waits for the disk.
final class FaultyFileSystem: FileSystem {
    /// Returns the `errno` with which a call fails, by its number from 0 and its operation.
    typealias Fault = @Sendable (_ call: Int, _ operation: FileSystemOperation) -> Int32?

    /// A wrapper of the closure, because a closure stored directly in a `Mutex` gets wrapped again at every access.
    private struct Faults {
        var fault: Fault
    }

    private let local = LocalFileSystem()
    private let received = Mutex<[FileSystemOperation]>([])
    private let pauses = Atomic(0)
    private let largestRead = Atomic(0)
    private let modes = Mutex<Set<UInt32>>([])
    private let faults: Mutex<Faults>
    private let portion: Int
    private let onPause: @Sendable (_ count: Int) -> Void
    private let changeStatus: @Sendable (inout FileStatus) -> Void
    private let onMap: @Sendable (MappedBytes) -> Void

    init(
        portion: Int = .max,
        onPause: @escaping @Sendable (_ count: Int) -> Void = { _ in },
        changeStatus: @escaping @Sendable (inout FileStatus) -> Void = { _ in },
        onMap: @escaping @Sendable (MappedBytes) -> Void = { _ in },
        fault: @escaping Fault = { _, _ in nil }
    ) {
        self.portion = portion
        self.onPause = onPause
        self.changeStatus = changeStatus
        self.onMap = onMap
        faults = Mutex(Faults(fault: fault))
    }

    /// Creates a file system that fails every call of one operation.
    convenience init(failing operation: FileSystemOperation, code: Int32) {
        self.init(fault: { _, asked in asked == operation ? code : nil })
    }

    /// Creates a file system that fails one call, by its number from 0.
    convenience init(failingCall number: Int, code: Int32) {
        self.init(fault: { call, _ in call == number ? code : nil })
    }

    /// Replaces the fault.
    func fail(_ fault: @escaping Fault) {
        faults.withLock { $0.fault = fault }
    }

    /// The recorded calls.
    var operations: [FileSystemOperation] { received.withLock { $0 } }

    /// The permission bits of the files at the time of each write to them.
    var writtenModes: Set<UInt32> { modes.withLock { $0 } }

    /// The largest number of bytes that were read at once.
    var mostBytesRead: Int { largestRead.load(ordering: .relaxed) }

    var pauseCount: Int { pauses.load(ordering: .relaxed) }

    private func note(_ operation: FileSystemOperation) throws(FileSystemError) {
        let call = received.withLock { operations in
            operations.append(operation)
            return operations.count - 1
        }
        let fault = faults.withLock { $0.fault }
        if let code = fault(call, operation) { throw FileSystemError(operation: operation, code: code) }
    }

    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool {
        try note(.makeFolder)
        return try local.makeFolder(at: path, mode: mode)
    }

    func removeFolder(at path: String) throws(FileSystemError) {
        try note(.removeFolder)
        try local.removeFolder(at: path)
    }

    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor {
        try note(.openFolder)
        return try local.openFolder(at: path, followsLink: followsLink)
    }

    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String] {
        try note(.listFolder)
        return try local.names(in: folder)
    }

    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor {
        try note(.openFile(purpose))
        return try local.openFile(name, in: folder, for: purpose)
    }

    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try note(.status)
        var status = try local.status(of: file)
        changeStatus(&status)
        return status
    }

    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try note(.status)
        return try local.status(of: name, in: folder)
    }

    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError) {
        try note(.setMode)
        try local.setMode(mode, of: file)
    }

    func readBytes(upTo count: Int, at offset: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8] {
        try note(.read)
        largestRead.max(count, ordering: .relaxed)
        return try local.readBytes(upTo: min(count, portion), at: offset, from: file)
    }

    func writeBytes(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int,
        to file: FileDescriptor
    ) throws(FileSystemError) -> Int {
        try note(.write)
        let mode = try local.status(of: file).mode
        modes.withLock { _ = $0.insert(mode) }
        return try local.writeBytes(bytes.prefix(portion), at: offset, to: file)
    }

    func endOfData(in file: FileDescriptor, size: Int, longestHole: Int) -> Int {
        local.endOfData(in: file, size: size, longestHole: longestHole)
    }

    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError) {
        try note(.setSize)
        try local.setSize(size, of: file)
    }

    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes {
        try note(.map)
        let mapped = try local.map(file, count: count, isWritable: isWritable)
        onMap(mapped)
        return mapped
    }

    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError) {
        try note(.synchronize)
    }

    func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
        // No test with this file system simulates a power cut.
        try note(.synchronize)
    }

    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
        try note(.lock)
        return try local.tryLock(file)
    }

    func unlock(_ file: FileDescriptor) throws(FileSystemError) {
        try note(.unlock)
        try local.unlock(file)
    }

    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
        try note(.move)
        try local.moveFile(name, to: newName, in: folder)
    }

    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
        try note(.removeFile)
        try local.removeFile(name, in: folder)
    }

    func closeFile(_ file: FileDescriptor) {
        local.closeFile(file)
    }

    func pause(for duration: Duration) {
        onPause(pauses.add(1, ordering: .relaxed).newValue)
        // A child process of another test inherits the locks of this process until it executes its own program.
        sched_yield()
    }
}
