import AccountFlowTesting
import Dispatch
import Domain
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

/// Tests that no page of a mapped store file is read from the disk on the main actor.
///
/// Reading a page makes no system call. So the tests take the pages away, and handle the signal of the first access.
@Suite(.timeLimit(.minutes(5)))
struct PageFaultTests {
    @Test(arguments: [StoreOperation.find, .contains, .page, .insert, .update, .delete])
    func `the main actor runs while a page of the accounts is read`(_ operation: StoreOperation) async {
        await #expect(processExitsWith: .success) { [name = operation.rawValue as String] in
            try await Self.run(try #require(StoreOperation(rawValue: name)))
        }
    }

    @MainActor private static func run(_ operation: StoreOperation) async throws {
        let temporary = TemporaryFolder()
        let folder = temporary.stores
        try await StoreOperation.seed(folder)
        // The checkpoint is mapped, but not the journal.
        try await FileAccountRepository(folder: folder).compact()
        try PageFault.prepare()
        let files = FaultyFileSystem(onMap: { if $0.count > 4_096 { PageFault.takePages(of: $0) } })
        let task = Task { await operation.run(in: folder.on(files)) }
        await PageFault.arrival()
        // If the disk takes a second, the main actor runs every 20 ms.
        for _ in 0..<50 { await Task.yield() }
        PageFault.finish()
        #expect(await task.value == nil)
        #expect(!PageFault.wasMainActorBlocked)
        #expect(PageFault.wasOnOurQueue)
    }
}

/// The first access to a page of a mapped file, which waits until the test lets it continue.
///
/// A handler of signals can use nothing but global numbers and system calls.
private enum PageFault {
    private static let address = Atomic(0)
    private static let size = Atomic(0)
    private static let ourQueue = Atomic(false)
    private static let timedOut = Atomic(false)
    private static let arrivals = Pipe()
    private static let releases = Pipe()
    private static let arrived = arrivals.fileHandleForWriting.fileDescriptor
    private static let released = releases.fileHandleForReading.fileDescriptor
    private static let queueLabel = QueueLabel.function

    /// Far more than the main actor needs, in milliseconds.
    private static let longest: Int32 = 60_000

    static var wasOnOurQueue: Bool { ourQueue.load(ordering: .relaxed) }
    static var wasMainActorBlocked: Bool { timedOut.load(ordering: .relaxed) }

    /// Initialises everything that the handler uses, and installs it.
    static func prepare() throws {
        _ = (wasOnOurQueue, wasMainActorBlocked, arrived, released, address.load(ordering: .relaxed))
        _ = size.load(ordering: .relaxed)
        try #require(queueLabel != nil)
        for number in [SIGSEGV, SIGBUS] { signal(number) { _ in PageFault.handle() } }
    }

    /// Makes every access to the bytes a fault.
    static func takePages(of mapped: MappedBytes) {
        guard let start = mapped.bytes.baseAddress, address.load(ordering: .relaxed) == 0 else { return }
        size.store(mapped.count, ordering: .relaxed)
        address.store(Int(bitPattern: start), ordering: .relaxed)
        mprotect(UnsafeMutableRawPointer(mutating: start), mapped.count, PROT_NONE)
    }

    private static func handle() {
        // A second fault is a crash.
        for number in [SIGSEGV, SIGBUS] { signal(number, SIG_DFL) }
        let isOurs = queueLabel.map { strncmp($0(nil), "Persistence.", 12) == 0 } ?? false
        ourQueue.store(isOurs, ordering: .relaxed)
        var byte: UInt8 = 1
        write(arrived, &byte, 1)
        var waiting = pollfd(fd: released, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, longest) != 1 { timedOut.store(true, ordering: .relaxed) }
        let start = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .relaxed))
        mprotect(start, size.load(ordering: .relaxed), PROT_READ)
    }

    /// Waits for the access.
    static func arrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "arrival").async {
                var byte: UInt8 = 0
                read(arrivals.fileHandleForReading.fileDescriptor, &byte, 1)
                continuation.resume()
            }
        }
    }

    /// Lets the access continue.
    static func finish() { releases.fileHandleForWriting.write(Data([1])) }
}
