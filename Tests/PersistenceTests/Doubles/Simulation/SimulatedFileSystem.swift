import Foundation
import Persistence
import Synchronization

/// An in-memory file system that can lose unsynchronised changes and inject faults.
///
/// Repositories that share one file system behave like processes on one machine.
final class SimulatedFileSystem: FileSystem {
    /// Closures that run during calls, on the thread of the caller.
    struct Hooks: Sendable {
        /// Called after every call that can change the result of a crash, while all other calls wait.
        var onChange: (@Sendable (SimulatedDisk) -> Void)?

        /// Called before a synchronisation, while other calls can run.
        var onSynchronize: (@Sendable (SimulatedCall) -> Void)?

        /// Called instead of waiting, with a number from 1.
        var onPause: (@Sendable (_ count: Int) -> Void)?
    }

    private let state: Mutex<SimulatedSystem>
    private let hooks: Hooks

    init(disk: SimulatedDisk = SimulatedDisk(), hooks: Hooks = Hooks()) {
        state = Mutex(SimulatedSystem(disk: disk))
        self.hooks = hooks
    }

    // MARK: Interface for tests

    /// The current disk, including writes through mapped memory.
    var disk: SimulatedDisk { state.withLock { $0.currentDisk() } }

    /// The calls since the last ``fail(_:)``.
    var calls: [SimulatedCall] { state.withLock { $0.calls } }

    /// The writes, resizings and synchronisations of the store file while the folder was not locked.
    var unlockedCalls: [SimulatedCall] { state.withLock { $0.unlockedCalls } }

    var synchronizationCount: Int { calls.count { $0.operation == .synchronize } }

    var pauseCount: Int { state.withLock { $0.pauseCount } }

    /// The number of open files and folders.
    var openCount: Int { state.withLock { $0.openings.count } }

    /// Replaces the plan of faults and counts calls from 0 again.
    func fail(_ plan: @escaping SimulatedFault.Plan) {
        state.withLock { system in
            system.plan = plan
            system.calls = []
        }
    }

    /// Fails every call from a number on, counted from 0 since the last ``fail(_:)``.
    func crash(at call: Int) {
        state.withLock { $0.end = call }
    }

    /// Returns a system with the same disk after a crash and a restart, without locks and open files.
    func survivors(_ policy: CrashPolicy) -> SimulatedFileSystem {
        SimulatedFileSystem(disk: disk.survivor(policy))
    }

    // MARK: Folders

    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool {
        try call(.makeFolder, name: path) { (system, _) throws(SimulatedFailure) in
            try system.disk.makeFolder(at: path, mode: mode)
        }
    }

    func removeFolder(at path: String) throws(FileSystemError) {
        try call(.removeFolder, name: path) { (system, _) throws(SimulatedFailure) in
            try system.disk.removeFolder(at: path)
        }
    }

    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor {
        try call(.openFolder, name: path) { (system, _) throws(SimulatedFailure) in
            let number = try system.disk.find(path)
            _ = try system.disk.names(in: number)
            return system.open(number, name: path, isWritable: false)
        }
    }

    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String] {
        try call(.listFolder, folder) { (system, _) throws(SimulatedFailure) in
            Array(try system.disk.names(in: try system.opening(folder).number).live.keys)
        }
    }

    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor {
        try call(.openFile(purpose), name: name) { (system, _) throws(SimulatedFailure) in
            try system.openFile(name, in: folder, for: purpose)
        }
    }

    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
        try call(.move, name: newName) { (system, _) throws(SimulatedFailure) in
            try system.disk.move(name, to: newName, in: try system.opening(folder).number)
            system.forgetUnreachable()
        }
    }

    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
        try call(.removeFile, name: name) { (system, _) throws(SimulatedFailure) in
            try system.disk.remove(name, in: try system.opening(folder).number)
        }
    }

    // MARK: Files

    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try call(.status, file) { (system, _) throws(SimulatedFailure) in
            system.status(of: try system.opening(file).number)
        }
    }

    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try call(.status, name: name) { (system, _) throws(SimulatedFailure) in
            system.status(of: try system.disk.find(name, in: try system.opening(folder).number))
        }
    }

    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError) {
        try call(.setMode, file) { (system, _) throws(SimulatedFailure) in
            system.disk.setMode(mode, of: try system.opening(file).number)
        }
    }

    func readBytes(upTo count: Int, at offset: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8] {
        try call(.read, file) { (system, _) throws(SimulatedFailure) in
            try system.read(upTo: count, at: offset, of: try system.opening(file).number)
        }
    }

    func writeBytes(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int,
        to file: FileDescriptor
    ) throws(FileSystemError) -> Int {
        try call(.write, file, byteCount: bytes.count) { (system, limit) throws(SimulatedFailure) in
            let taken = bytes.withUnsafeBytes { Array($0.prefix(limit)) }
            try system.make(.bytes(taken, at: offset), through: file)
            return taken.count
        }
    }

    func endOfData(in file: FileDescriptor, size: Int, longestHole: Int) -> Int { size }

    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError) {
        try call(.setSize, file) { (system, _) throws(SimulatedFailure) in
            guard try system.opening(file).isWritable else { throw .invalid }
            try system.make(.size(size), through: file)
        }
    }

    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes {
        let (number, memory) = try call(.map, file) { (system, _) throws(SimulatedFailure) in
            let opening = try system.opening(file)
            guard opening.isWritable || !isWritable else { throw .notPermitted }
            return (opening.number, try system.map(opening.number, count: count, isWritable: isWritable))
        }
        return MappedBytes(address: memory.start, count: count) { _, _ in
            self.state.withLock { $0.unmap(number) }
            withExtendedLifetime(memory) {}
        }
    }

    func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
        if let hook = hooks.onSynchronize {
            hook(state.withLock { SimulatedCall(operation: .synchronize, name: $0.name(of: file)) })
        }
        try call(.synchronize, file) { (system, _) throws(SimulatedFailure) in
            system.synchronize(try system.opening(file).number)
        }
    }

    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError) {
        try synchronize(file)
    }

    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
        try call(.lock, file) { (system, _) throws(SimulatedFailure) in
            let opening = try system.opening(file)
            if let holder = system.locks[opening.number] { return holder == file }
            system.locks[opening.number] = file
            return true
        }
    }

    func unlock(_ file: FileDescriptor) throws(FileSystemError) {
        try call(.unlock, file) { (system, _) throws(SimulatedFailure) in
            let opening = try system.opening(file)
            if system.locks[opening.number] == file { system.locks[opening.number] = nil }
        }
    }

    func closeFile(_ file: FileDescriptor) {
        state.withLock { $0.close(file) }
    }

    func pause(for duration: Duration) {
        let count = state.withLock { system in
            system.pauseCount += 1
            return system.pauseCount
        }
        // The task that holds the lock needs the processor.
        if let hook = hooks.onPause { hook(count) } else { sched_yield() }
    }

    // MARK: Calls

    /// Records a call and performs it or fails it.
    ///
    /// The body receives the maximum number of bytes to write.
    private func call<Value>(
        _ operation: FileSystemOperation,
        _ file: FileDescriptor? = nil,
        name: String? = nil,
        byteCount: Int = 0,
        _ body: (inout SimulatedSystem, _ limit: Int) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        let result = state.withLock { system -> Result<Value, FileSystemError> in
            let result: Result<Value, FileSystemError>
            do throws(SimulatedFailure) {
                let name = name ?? file.map { system.name(of: $0) } ?? ""
                let call = SimulatedCall(operation: operation, name: name, byteCount: byteCount)
                switch try system.note(call) {
                case .error(let code)?:
                    if let file, operation == .synchronize { system.failToSynchronize(file, code: code) }
                    result = .failure(FileSystemError(operation: operation, code: code))
                case .short(let limit)?: result = .success(try body(&system, limit))
                case nil: result = .success(try body(&system, .max))
                }
            } catch {
                result = .failure(FileSystemError(operation: operation, code: error.code))
            }
            if operation.changesDisk, let hook = hooks.onChange { hook(system.currentDisk()) }
            return result
        }
        return try result.get()
    }
}

extension FileSystemOperation {
    /// Whether the call can change the result of a crash.
    fileprivate var changesDisk: Bool {
        switch self {
        case .openFile(let purpose): purpose == .creating || purpose == .locking || purpose == .appending
        case .openFolder, .listFolder, .status, .read, .map, .lock, .unlock: false
        default: true
        }
    }
}
