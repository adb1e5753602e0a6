import Persistence
import Synchronization

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file system in memory that can lose what was not synchronised, and fail as it is told.
///
/// Several objects that share one are like several processes on one machine.
final class SimulatedFileSystem: FileSystem {
    /// What a test wants to know while calls are made; called on the thread that makes the call.
    struct Hooks: Sendable {
        /// After every call that may have changed what a crash leaves, while no other call is made; it must make none.
        var onChange: (@Sendable (SimulatedDisk) -> Void)?

        /// Before a synchronisation, while others may make calls.
        var onSynchronize: (@Sendable (SimulatedCall) -> Void)?

        /// Instead of waiting; the number counts from 1.
        var onPause: (@Sendable (_ count: Int) -> Void)?
    }

    private let state: Mutex<SimulatedSystem>
    private let hooks: Hooks

    init(disk: SimulatedDisk = SimulatedDisk(), hooks: Hooks = Hooks()) {
        state = Mutex(SimulatedSystem(disk: disk))
        self.hooks = hooks
    }

    // MARK: What tests ask and tell

    /// What there is now, with what was written through memory.
    var disk: SimulatedDisk { state.withLock { $0.currentDisk() } }

    /// What was asked since the last ``fail(_:)``, in its order.
    var calls: [SimulatedCall] { state.withLock { $0.calls } }

    /// What was done to the store file in use while nobody had locked the folder.
    var unlockedCalls: [SimulatedCall] { state.withLock { $0.unlockedCalls } }

    /// How often something was made durable.
    var synchronizationCount: Int { calls.count { $0.operation == .synchronize } }

    var pauseCount: Int { state.withLock { $0.pauseCount } }

    /// How many files and folders are open.
    var openCount: Int { state.withLock { $0.openings.count } }

    /// Fails calls from now on, which are counted from 0 again.
    func fail(_ plan: @escaping SimulatedFault.Plan) {
        state.withLock { system in
            system.plan = plan
            system.calls = []
        }
    }

    /// From this call on, counted from 0 since the last ``fail(_:)``, nothing works any more.
    func crash(at call: Int) {
        state.withLock { $0.end = call }
    }

    /// The same medium after a crash and a new start: all locks and openings are gone.
    func survivors(_ policy: CrashPolicy) -> SimulatedFileSystem {
        SimulatedFileSystem(disk: disk.survivor(policy))
    }

    // MARK: Folders

    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool {
        try changing(.makeFolder, path) { system throws(SimulatedFailure) in
            try system.disk.makeFolder(at: path, mode: mode)
        }
    }

    func removeFolder(at path: String) throws(FileSystemError) {
        try changing(.removeFolder, path) { system throws(SimulatedFailure) in
            try system.disk.removeFolder(at: path)
        }
    }

    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor {
        try asking(.openFolder, path) { system throws(SimulatedFailure) in
            let number = try system.disk.find(path)
            _ = try system.disk.names(in: number)
            return system.open(number, name: path, isWritable: false)
        }
    }

    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String] {
        try asking(.listFolder, folder) { system throws(SimulatedFailure) in
            Array(try system.disk.names(in: try system.opening(folder).number).live.keys)
        }
    }

    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor {
        let operation = FileSystemOperation.openFile(purpose)
        let isMaking = purpose == .creating || purpose == .locking || purpose == .appending
        let open = { (system: inout SimulatedSystem) throws(SimulatedFailure) -> FileDescriptor in
            try system.openFile(name, in: folder, for: purpose)
        }
        return isMaking ? try changing(operation, name, open) : try asking(operation, name, open)
    }

    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
        try changing(.move, newName) { system throws(SimulatedFailure) in
            try system.disk.move(name, to: newName, in: try system.opening(folder).number)
            system.forgetUnreachable()
        }
    }

    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
        try changing(.removeFile, name) { system throws(SimulatedFailure) in
            try system.disk.remove(name, in: try system.opening(folder).number)
        }
    }

    // MARK: Files

    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try asking(.status, file) { system throws(SimulatedFailure) in
            system.status(of: try system.opening(file).number)
        }
    }

    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try asking(.status, name) { system throws(SimulatedFailure) in
            system.status(of: try system.disk.find(name, in: try system.opening(folder).number))
        }
    }

    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError) {
        try changing(.setMode, file) { system throws(SimulatedFailure) in
            system.disk.setMode(mode, of: try system.opening(file).number)
        }
    }

    func readBytes(upTo count: Int, at offset: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8] {
        try asking(.read, file) { system throws(SimulatedFailure) in
            try system.read(upTo: count, at: offset, of: try system.opening(file).number)
        }
    }

    func writeBytes(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int,
        to file: FileDescriptor
    ) throws(FileSystemError) -> Int {
        try call(.write, name: { $0.name(of: file) }, file: file, byteCount: bytes.count, isChange: true) {
            (system, limit) throws(SimulatedFailure) in
            let taken = bytes.withUnsafeBytes { Array($0.prefix(limit)) }
            try system.make(.bytes(taken, at: offset), through: file)
            return taken.count
        }
    }

    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError) {
        try changing(.setSize, file) { system throws(SimulatedFailure) in
            guard try system.opening(file).isWritable else { throw .invalid }
            try system.make(.size(size), through: file)
        }
    }

    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes {
        let (number, memory) = try asking(.map, file) { system throws(SimulatedFailure) in
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
        try changing(.synchronize, file) { system throws(SimulatedFailure) in
            system.synchronize(try system.opening(file).number)
        }
    }

    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError) {
        try synchronize(file)
    }

    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
        try asking(.lock, file) { system throws(SimulatedFailure) in
            let opening = try system.opening(file)
            if let holder = system.locks[opening.number] { return holder == file }
            system.locks[opening.number] = file
            return true
        }
    }

    func unlock(_ file: FileDescriptor) throws(FileSystemError) {
        try asking(.unlock, file) { system throws(SimulatedFailure) in
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
        // Whoever has what is waited for needs the processor.
        if let hook = hooks.onPause { hook(count) } else { sched_yield() }
    }

    // MARK: Calls

    private func asking<Value>(
        _ operation: FileSystemOperation,
        _ file: FileDescriptor,
        _ body: (inout SimulatedSystem) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        try call(operation, name: { $0.name(of: file) }, file: file, isChange: false) {
            (system, _) throws(SimulatedFailure) in try body(&system)
        }
    }

    private func asking<Value>(
        _ operation: FileSystemOperation,
        _ name: String,
        _ body: (inout SimulatedSystem) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        try call(operation, name: { _ in name }, isChange: false) {
            (system, _) throws(SimulatedFailure) in try body(&system)
        }
    }

    private func changing<Value>(
        _ operation: FileSystemOperation,
        _ file: FileDescriptor,
        _ body: (inout SimulatedSystem) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        try call(operation, name: { $0.name(of: file) }, file: file, isChange: true) {
            (system, _) throws(SimulatedFailure) in try body(&system)
        }
    }

    private func changing<Value>(
        _ operation: FileSystemOperation,
        _ name: String,
        _ body: (inout SimulatedSystem) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        try call(operation, name: { _ in name }, isChange: true) {
            (system, _) throws(SimulatedFailure) in try body(&system)
        }
    }

    /// Notes a call, fails it where it is to fail, and makes it.
    ///
    /// The body is told how many bytes it may write.
    private func call<Value>(
        _ operation: FileSystemOperation,
        name: (SimulatedSystem) -> String,
        file: FileDescriptor? = nil,
        byteCount: Int = 0,
        isChange: Bool,
        _ body: (inout SimulatedSystem, _ limit: Int) throws(SimulatedFailure) -> Value
    ) throws(FileSystemError) -> Value {
        let result = state.withLock { system -> Result<Value, FileSystemError> in
            let result: Result<Value, FileSystemError>
            do throws(SimulatedFailure) {
                let call = SimulatedCall(operation: operation, name: name(system), byteCount: byteCount)
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
            if isChange, let hook = hooks.onChange { hook(system.currentDisk()) }
            return result
        }
        return try result.get()
    }
}
