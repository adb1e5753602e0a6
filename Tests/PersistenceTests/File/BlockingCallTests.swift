import AccountFlowTesting
import Dispatch
import Domain
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

/// Tests that nothing that can wait for the disk, a lock or a hash runs on the main actor or on a thread of the
/// cooperative pool, on whatever actor the caller is.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BlockingCallTests {
    private let temporary = TemporaryFolder()

    /// The work of this package that uses files.
    enum Work: Hashable, Sendable, CaseIterable {
        case operation(StoreOperation)
        case compact, reopen, fileSize, compactWhenDue, inspect, repair, exportAndImport, recordEvent, quarantine

        static var allCases: [Work] {
            StoreOperation.allCases.map(Work.operation)
                + [
                    .compact, .reopen, .fileSize, .compactWhenDue, .inspect, .repair, .exportAndImport, .recordEvent,
                    .quarantine,
                ]
        }

        /// Does the work on the actor of the caller.
        @MainActor
        func run(in folder: StorageDirectory) async throws {
            let accounts = FileAccountRepository(folder: folder)
            switch self {
            case .operation(let operation): #expect(await operation.run(in: folder) == nil)
            case .compact: try await accounts.compact()
            case .reopen:
                try await accounts.insert(.stub(id: .stub("new")))
                try await accounts.reopen()
            case .fileSize: _ = try await accounts.fileSize()
            case .compactWhenDue:
                let long = PasswordHash(String(repeating: "x", count: 30_000))
                for number in 0..<6 {
                    try await accounts.insert(.stub(id: .stub("long\(number)"), passwordHash: long))
                }
                await accounts.waitForBackgroundWork()
            case .inspect: _ = await StoreInspector(folder: folder).inspect()
            case .repair:
                var destination = StorageDirectory(path: folder.path + "-saved")
                destination.fileSystem = folder.fileSystem
                _ = try await AccountRepair(from: folder, to: destination).run()
            case .exportAndImport:
                let (path, format) = (folder.path + "/export", AccountLine())
                let file = PrivateFile(path: path, replacesExisting: true, fileSystem: folder.fileSystem)
                try await file.begin()
                for account in try await accounts.page(after: nil, limit: 10) {
                    try await file.write(format.encode(account))
                }
                try await file.finish()
                try await accounts.delete(.stub())
                for line in try Disk.read(path).split(separator: UInt8(ascii: "\n")) {
                    try await accounts.insert(try format.decode(Array(line)))
                }
            case .quarantine:
                try Disk.write([1], to: folder.path + "/session.json")
                let quarantine = FileStoreQuarantine(folder: folder)
                #expect(try await quarantine.quarantine(.session, startingWith: SignInAttempts()))
            case .recordEvent:
                await FileSecurityEvents(folder: folder).record(
                    RecordedEvent(.signedIn(AccountTag(.stub())), at: .stub)
                )
            }
        }
    }

    @Test(arguments: Work.allCases)
    func `every system call is made on a queue of this package`(_ work: Work) async throws {
        try await StoreOperation.seed(temporary.stores.on(FaultyFileSystem()))
        let labels = Mutex<Set<String>>([])
        let files = FaultyFileSystem(fault: { _, operation in
            let label = QueueLabel.current
            labels.withLock { _ = $0.insert(label) }
            return nil
        })
        try await work.run(in: temporary.stores.on(files))
        let others = labels.withLock { $0 }.filter { !$0.hasPrefix("Persistence.") }
        #expect(others == [])
        #expect(!labels.withLock { $0 }.isEmpty)
    }

    /// The system calls that can take long.
    private static let slowCalls: [FileSystemOperation] = [
        .synchronize, .write, .lock, .move, .openFile(.writing), .openFile(.reading), .read, .status, .map, .openFolder,
    ]

    @Test(arguments: Work.allCases)
    func `the main actor runs while a system call waits`(_ work: Work) async throws {
        for call in Self.slowCalls {
            let folder = StorageDirectory(path: temporary.path + "/stores-\(call)")
            try await StoreOperation.seed(folder.on(FaultyFileSystem()))
            let gate = Gate(at: call)
            let task = Task { try await work.run(in: folder.on(gate.files)) }
            // This returns after the call began, or after the work that makes no such call.
            let ending = Task {
                _ = await task.result
                gate.end()
            }
            await gate.arrival()
            // If the call takes a second, the main actor runs every 20 ms.
            for _ in 0..<50 { await Task.yield() }
            gate.open()
            try await task.value
            await ending.value
            try #require(!gate.wasBlocked, "\(call)")
        }
    }

    @Test func `a caller on the main actor is not delayed by the insertions of an open store`() async throws {
        let repository = FileAccountRepository(folder: temporary.stores)
        try await repository.insert(.stub())
        for number in 0..<4 {
            let gate = Gate(at: .synchronize)
            let other = FileAccountRepository(folder: temporary.stores.on(gate.files))
            gate.open()
            try await other.insert(.stub(id: .stub("before\(number)")))
            gate.close()
            let insertion = Task { try await other.insert(.stub(id: .stub("person\(number)"))) }
            await gate.arrival()
            // Look-ups are answered meanwhile.
            #expect(try await other.find(.stub())?.id == .stub())
            #expect(try await other.contains(.stub("person\(number)")) == false)
            gate.open()
            try await insertion.value
            try #require(!gate.wasBlocked)
        }
    }

    @Test func `the library for hashing is loaded by the first hash, on a queue of this package`() async throws {
        let labels = Mutex<[String]>([])
        let hasher = LocalPasswordHasher(
            cost: .minimal,
            library: {
                labels.withLock { $0.append(QueueLabel.current) }
                return nil
            }()
        )
        #expect(labels.withLock { $0 } == [])
        for _ in 0..<2 { _ = try await hasher.hash(Password("password1")) }
        #expect(labels.withLock { $0 }.count == 1)
        #expect(labels.withLock { $0 }.allSatisfy { $0.hasPrefix("Persistence.") })
    }

    @Test func `the main actor runs while a password is hashed`() async throws {
        let gate = Gate(at: .write)
        let hasher = LocalPasswordHasher(
            cost: .minimal,
            library: nil,
            derivation: { password, salt, iterations, count in
                gate.pass(.write)
                return PBKDF2.key(from: password, salt: salt, iterations: iterations, count: count)
            }
        )
        let task = Task { try await hasher.hash(Password("password1")) }
        await gate.arrival()
        gate.open()
        _ = try await task.value
        #expect(!gate.wasBlocked)
    }
}

/// A file system whose first call of an operation waits until the test lets it continue.
///
/// If the call blocks the main actor, the test cannot continue, and the gate opens after a while.
private final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var hasArrived = false
        var wasBlocked = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// Far more than the main actor needs while all other tests run.
    private static let longest = DispatchTimeInterval.seconds(60)

    private let operation: FileSystemOperation
    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    init(at operation: FileSystemOperation) { self.operation = operation }

    var files: FaultyFileSystem {
        FaultyFileSystem(fault: { _, operation in
            self.pass(operation)
            return nil
        })
    }

    /// Whether a call waited in vain.
    var wasBlocked: Bool { state.withLock { $0.wasBlocked } }

    /// Waits at the first call of the operation.
    func pass(_ operation: FileSystemOperation) {
        guard operation == self.operation, arrive() else { return }
        if semaphore.wait(timeout: .now() + Self.longest) == .timedOut { state.withLock { $0.wasBlocked = true } }
    }

    func open() {
        let isWaiting = state.withLock { state in
            defer { state.isOpen = true }
            return state.hasArrived && !state.isOpen
        }
        if isWaiting { semaphore.signal() }
    }

    /// Makes the next call wait.
    func close() { state.withLock { $0 = State() } }

    /// Ends the waiting of the test for a call that is never made.
    func end() { _ = arrive() }

    /// Waits for the first call.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let hasArrived = state.withLock { state in
                if !state.hasArrived { state.waiting = continuation }
                return state.hasArrived
            }
            if hasArrived { continuation.resume() }
        }
    }

    /// Returns whether this is the first call, and the gate is closed.
    private func arrive() -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            defer {
                state.hasArrived = state.hasArrived || !state.isOpen
                state.waiting = nil
            }
            return (!state.isOpen && !state.hasArrived, state.waiting)
        }
        waiting?.resume()
        return isFirst
    }
}
