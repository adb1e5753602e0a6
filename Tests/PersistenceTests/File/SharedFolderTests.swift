import AccountFlowTesting
import Dispatch
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of several repositories and processes that share a folder.
@Suite struct SharedFolderTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test func `insertions through two repositories are all stored`() async throws {
        let repositories = [FileAccountRepository(folder: folder), FileAccountRepository(folder: folder)]
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask { try await repositories[number % 2].insert(.stub(id: .stub("person\(number)"))) }
            }
            try await group.waitForAll()
        }
        for repository in repositories { #expect(try await repository.count() == 64) }
    }

    @Test func `S1.3 of simultaneous insertions of one ID through many repositories, one succeeds`() async throws {
        let folder = folder
        let wins = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do throws(AccountInsertionError) {
                        try await FileAccountRepository(folder: folder).insert(.stub())
                        return 1
                    } catch {
                        #expect(error == AccountInsertionError.idTaken)
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wins == 1)
    }

    @Test func `insertions of several processes are all stored`() async throws {
        let path = folder.path
        try await withThrowingTaskGroup { group in
            for process in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
                        let repository = FileAccountRepository(
                            folder: StorageDirectory(path: path, lockWait: .seconds(20))
                        )
                        for number in 0..<20 {
                            try await repository.insert(.stub(id: .stub("person\(process)-\(number)")))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await FileAccountRepository(folder: folder).count() == 60)
    }

    @Test func `a repository reads the changes of another one on the same folder`() async throws {
        let (first, second) = (FileSessionRepository(folder: folder), FileSessionRepository(folder: folder))
        try await first.save(.stub())
        #expect(try await second.active() == .stub())
        try await second.clear()
        #expect(try await first.active() == nil)
    }

    @Test(arguments: [true, false])
    func `a store file that was replaced or has a second hard link is not written to`(isMoved: Bool) async throws {
        let path = folder.path + "/accounts.store"
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        try Disk.makeHardLink(temporary.path + "/other", to: path)
        if isMoved {
            let bytes = try Disk.read(path)
            try Disk.remove(path)
            try Disk.write(bytes, to: path)
        }
        let before = try Disk.read(temporary.path + "/other")
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .replaced))) {
            try await repository.insert(.stub(id: .stub("other1@gmail.com")))
        }
        #expect(try Disk.read(temporary.path + "/other") == before)
    }

    @Test func `an open store reports a missing store file until it is restored and reopened`() async throws {
        let path = folder.path + "/accounts.store"
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        let bytes = try Disk.read(path)
        try Disk.remove(path)
        let other = Account.stub(id: .stub("other1@gmail.com"))
        let replaced = StorageError(store: .accounts, reason: .replaced)
        await #expect(throws: AccountInsertionError.storage(replaced)) { try await repository.insert(other) }
        #expect(try await repository.page(after: nil, limit: 2) == [.stub()])
        try await repository.reopen()
        await #expect(throws: replaced) { try await repository.count() }
        try Disk.write(bytes, to: path)
        try await repository.insert(other)
        #expect(try await repository.page(after: nil, limit: 2) == [.stub(), other])
    }

    @Test func `a read returns the old version of a document that is replaced meanwhile`() async throws {
        let other = StorageDirectory(path: temporary.path + "/other")
        let next = Session.stub(token: AccessToken("next"))
        try await FileSessionRepository(folder: folder).save(.stub())
        try await FileSessionRepository(folder: other).save(next)
        let (old, new) = (folder.path + "/session.json", other.path + "/session.json")

        let log = MessageLog<FileSystemOperation>()
        let files = FaultyFileSystem(fault: { _, operation in
            if operation == .status, log.messages.last == .openFile(.reading) { #expect(rename(new, old) == 0) }
            log.append(operation)
            return nil
        })
        #expect(try await FileSessionRepository(folder: folder.on(files)).active() == .stub())
        #expect(try await FileSessionRepository(folder: folder).active() == next)
    }

    @Test(arguments: StoreOperation.writing)
    func `a write fails as busy while another descriptor holds the lock`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        let before = try Documents(in: folder)
        let lock = try HeldLock(in: folder.path)
        defer { lock.release() }
        for (wait, pauses) in [(Duration.zero, 0), (.seconds(-1), 0), (.microseconds(500), 1), (.milliseconds(5), 5)] {
            let files = FaultyFileSystem()
            let error = await operation.run(in: StorageDirectory(path: folder.path, lockWait: wait).on(files))
            #expect(error == StorageError(store: operation.store, reason: .busy))
            #expect(files.pauseCount == pauses)
        }
        #expect(try Documents(in: folder) == before)
    }

    @Test(arguments: StoreOperation.reading)
    func `a read does not wait for the lock`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        let lock = try HeldLock(in: folder.path)
        defer { lock.release() }
        let files = FaultyFileSystem()
        #expect(await operation.run(in: folder.on(files)) == nil)
        #expect(files.pauseCount == 0)
    }

    @Test(arguments: StoreOperation.writing)
    func `a waiting write continues when the lock is released`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        let lock = try HeldLock(in: folder.path)
        let files = FaultyFileSystem(onPause: { count in if count == 3 { lock.release() } })
        #expect(await operation.run(in: folder.on(files)) == nil)
        #expect(files.pauseCount == 3)
    }

    @Test func `a lock file that was removed during the wait is rejected`() async throws {
        try await StoreOperation.seed(folder)
        let lock = try HeldLock(in: folder.path)
        let path = folder.path + "/.lock"
        let files = FaultyFileSystem(onPause: { _ in
            #expect(unlink(path) == 0)
            lock.release()
        })
        let error = await StoreOperation.save.run(in: folder.on(files))
        #expect(error == StorageError(store: .session, reason: .replaced))
        #expect(await StoreOperation.save.run(in: folder) == nil)
    }

    @Test(.timeLimit(.minutes(5)))
    func `repositories that wait for the lock block no task`() async throws {
        try await StoreOperation.seed(folder)
        let lock = try HeldLock(in: folder.path)
        // Blocks the threads that wait for the lock, until it is released.
        let door = DispatchGroup()
        door.enter()
        let (waiting, finished) = (MessageLog<Int>(), MessageLog<Int>())
        await withTaskGroup { group in
            // More tasks than threads in the task pool.
            let count = 4 * max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2)
            for number in 0..<count {
                group.addTask {
                    let files = FaultyFileSystem(onPause: { pauses in
                        if pauses == 1 { waiting.append(pauses) }
                        door.wait()
                        // Afterwards they wait for each other as usual.
                        LocalFileSystem().pause(for: .milliseconds(1))
                    })
                    #expect(await StoreOperation.save.run(in: folder.on(files)) == nil)
                    finished.append(number)
                }
            }
            group.addTask {
                while waiting.messages.count < count, finished.messages.isEmpty { await Task.yield() }
                lock.release()
                door.leave()
            }
        }
    }
}
