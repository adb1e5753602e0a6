import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import TestSupport
import Testing

/// Tests of changes during compactions.
@Suite struct CompactionTests {
    @Test(.timeLimit(.minutes(5)))
    func `a compaction preserves a change that another process makes after it began`() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())

        // The first compaction pauses while it writes, and the second one waits for it. They block threads of
        // dispatch queues, and no task.
        let (writing, waiting) = (MessageLog<SimulatedCall>(), MessageLog<Int>())
        let (writer, waiter) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hooks = SimulatedFileSystem.Hooks(
            onSynchronize: { call in
                guard call.name != "accounts.store", writing.messages.isEmpty else { return }
                writing.append(call)
                writer.wait()
            },
            onPause: { count in
                waiting.append(count)
                waiter.wait()
            }
        )
        let files = SimulatedFileSystem(disk: before.disk, hooks: hooks)
        let (one, other) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files))

        async let first: Void = one.compact()
        await writing.arrival(of: 1)
        async let second: Void = other.compact()
        await waiting.arrival(of: 1)
        try await one.insert(.stub(id: .stub("late")))
        writer.signal()
        try await first
        waiter.signal()
        try await second

        let ids: [AccountID] = [.stub(), .stub("late")].sorted()
        #expect(try await StoreOnSimulation.accounts(in: other).map(\.id) == ids)
        #expect(try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files)).map(\.id) == ids)
    }

    @Test(.timeLimit(.minutes(5)))
    func `D9 a change that another store wrote past the preallocated space is not overwritten`() async throws {
        let (writing, writer) = (MessageLog<SimulatedCall>(), DispatchSemaphore(value: 0))
        let files = SimulatedFileSystem(
            hooks: SimulatedFileSystem.Hooks(onSynchronize: { call in
                // Until a compaction replaces the store file, both repositories write to the same file.
                guard call.name == ".accounts.store.tmp", writing.messages.count < 2 else { return }
                writing.append(call)
                if writing.messages.count == 2 { writer.wait() }
            })
        )
        let (one, other) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files))
        try await one.insert(.stub(id: .stub("first")))
        try await other.insert(.stub(id: .stub("second")))
        let large = PasswordHash(String(repeating: "x", count: PasswordHash.maximumUTF8Length))
        for name in ["large", "larger"] { try await one.insert(.stub(id: .stub(name), passwordHash: large)) }
        // If the folder were locked now, the other repository would reopen the file.
        await writing.arrival(of: 2)
        try await other.insert(.stub(id: .stub("last")))

        let ids = ["first", "second", "large", "larger", "last"].map { AccountID.stub($0) }.sorted()
        #expect(try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files)).map(\.id) == ids)
        #expect(try await StoreOnSimulation.open(files).find(.stub("larger"))?.passwordHash == large)
        writer.signal()
        for repository in [one, other] { await repository.waitForBackgroundWork() }
        #expect(try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files)).map(\.id) == ids)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a compaction that no caller has asked for asks before it begins`() async throws {
        let (newFiles, isAllowed) = (MessageLog<SimulatedCall>(), Switch(false))
        let files = SimulatedFileSystem(
            hooks: SimulatedFileSystem.Hooks(onSynchronize: {
                if $0.name == ".accounts.store.tmp" { newFiles.append($0) }
            })
        )
        let repository = FileAccountRepository(
            folder: StoreOnSimulation.folder.on(files),
            erasePolicy: .deferred,
            mayCompact: { isAllowed.isOn }
        )
        let large = PasswordHash(String(repeating: "x", count: PasswordHash.maximumUTF8Length))
        // So many that changes would wait for a compaction.
        for number in 0..<8 { try await repository.insert(.stub(id: .stub("person\(number)"), passwordHash: large)) }
        await repository.waitForBackgroundWork()
        // That of the first change.
        #expect(newFiles.messages.count == 1)

        isAllowed.isOn = true
        try await repository.insert(.stub())
        await repository.waitForBackgroundWork()
        #expect(newFiles.messages.count == 2)
        #expect(try await repository.count() == 9)
    }

    @Test(.timeLimit(.minutes(5)))
    func `D3 a compaction fails instead of dropping an unreadable change`() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let synchronization = HeldSynchronization { $0.name != "accounts.store" }
        let files = SimulatedFileSystem(disk: before.disk, hooks: synchronization.hooks)
        let repository = StoreOnSimulation.open(files)
        let compaction = Task { try await repository.compact() }
        await synchronization.arrival()
        for name in ["late-one", "late-two"] { try await repository.insert(.stub(id: .stub(name))) }
        try Self.damage("late-one", in: files)
        synchronization.release()

        await #expect(throws: StorageError.stub(.accounts, .corrupt)) { try await compaction.value }
        #expect(try await repository.count() == 3)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a compaction does not replace a newer compacted file`() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let elsewhere = SimulatedFileSystem(disk: before.disk)
        let later = StoreOnSimulation.open(elsewhere)
        try await later.insert(.stub(id: .stub("later")))
        try await later.compact()

        let synchronization = HeldSynchronization { $0.name != "accounts.store" }
        let files = SimulatedFileSystem(disk: before.disk, hooks: synchronization.hooks)
        let repository = StoreOnSimulation.open(files)
        let compaction = Task { try await repository.compact() }
        await synchronization.arrival()
        try Self.replace(by: Self.bytes(in: elsewhere), in: files)
        synchronization.release()

        try await compaction.value
        for each in [repository, StoreOnSimulation.open(files)] { #expect(try await each.count() == 2) }
    }

    /// Returns the bytes of the store file.
    private static func bytes(in files: SimulatedFileSystem) throws -> [UInt8] {
        let file = try SimulatedFolder(StoreOnSimulation.folder.path, of: files).open("accounts.store")
        return try files.readBytes(upTo: files.status(of: file).size, at: 0, from: file)
    }

    /// Replaces the store file by another file.
    private static func replace(by bytes: [UInt8], in files: SimulatedFileSystem) throws {
        let folder = try SimulatedFolder(StoreOnSimulation.folder.path, of: files)
        _ = try files.writeBytes(bytes[...], at: 0, to: folder.open("other"))
        try files.moveFile("other", to: "accounts.store", in: folder.descriptor)
    }

    /// Changes the first byte of a text in the store file.
    private static func damage(_ text: String, in files: SimulatedFileSystem) throws {
        let bytes = try bytes(in: files)
        let place = try #require(bytes.firstRange(of: Array(text.utf8))?.lowerBound)
        let file = try SimulatedFolder(StoreOnSimulation.folder.path, of: files).open("accounts.store")
        _ = try files.writeBytes([bytes[place] ^ 1], at: place, to: file)
    }
}
