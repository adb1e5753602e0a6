import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing
import TestSupport

/// Tests of erasing the bytes of deleted accounts.
@Suite struct ErasePolicyTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    private let canaries = ["canary-1@example.com", "Canary Two", "canary-three", "canary-four"]

    @Test func `F12 no byte of a deleted account is in any file of the store`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await insertCanary(into: repository)
        #expect(try holdsCanaries() == canaries)
        #expect(try await repository.delete(canary) == true)
        #expect(try holdsCanaries() == [])
        #expect(try await repository.count() == 1)
    }

    @Test func `F12 a compaction erases deferred deletions, and copies of unfinished changes`() async throws {
        let repository = FileAccountRepository(folder: folder, erasePolicy: .deferred)
        try await insertCanary(into: repository)
        try await repository.delete(canary)
        try Disk.write(Array("Canary Two".utf8), to: folder.path + "/accounts.torn-7")
        #expect(try holdsCanaries() == canaries)
        #expect(await folder.remarks().contains(.awaitsErasure))
        try await repository.compact()
        #expect(try holdsCanaries() == [])
        #expect(await folder.remarks() == [])
    }

    @Test func `F12 a deletion erases the account during concurrent reads`() async throws {
        let folder = folder
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        let over = MessageLog<Bool>()
        async let reading: Void = {
            while over.messages.isEmpty {
                _ = try await repository.contains(.stub())
                // A lookup never suspends, so this yields to other tests.
                await Task.yield()
            }
        }()
        var left: [AccountID] = []
        for number in 0..<Thoroughness.count(30, change: 1_000, soak: 10_000) {
            let id = AccountID.stub("canary \(number).")
            try await repository.insert(.stub(id: id))
            try await repository.delete(id)
            let bytes = try Disk.read(folder.path + "/accounts.store")
            if bytes.firstRange(of: Array(id.text.utf8)) != nil { left.append(id) }
        }
        over.append(true)
        try await reading
        #expect(left == [])
    }

    @Test func `F12 a deletion durably removes the copy of an unfinished change`() async throws {
        let files = SimulatedFileSystem()
        let repository = StoreOnSimulation.open(files, erasePolicy: .immediate)
        try await repository.insert(.stub())
        let folder = try files.openFolder(at: StoreOnSimulation.folder.path, followsLink: false)
        let copy = try files.openFile("accounts.torn-7", in: folder, for: .creating)
        for file in [copy, folder] { try files.synchronize(file) }
        try await repository.delete(.stub())

        let survivors = files.survivors(.dropAll)
        let left = try survivors.openFolder(at: StoreOnSimulation.folder.path, followsLink: false)
        #expect(try survivors.names(in: left).sorted() == [".lock", "accounts.store"])
    }

    @Test func `a deletion succeeds if its bytes cannot be erased yet, and an inspection reports them`() async throws {
        try await insertCanary(into: FileAccountRepository(folder: folder))
        let files = FaultyFileSystem(failing: .openFile(.creating), code: ENOSPC)
        let repository = FileAccountRepository(folder: folder.on(files))
        #expect(try await repository.delete(canary) == true)
        #expect(try await FileAccountRepository(folder: folder).find(canary) == nil)
        #expect(await folder.remarks() == [.awaitsErasure])
        try await FileAccountRepository(folder: folder).compact()
        #expect(try holdsCanaries() == [])
    }

    @Test func `D10 the journal stays short after thousands of changes to one account`() async throws {
        let repository = FileAccountRepository(folder: folder.on(FaultyFileSystem()))
        try await repository.insert(.stub())
        for number in 0..<4_000 {
            try await repository.update(.stub()) { $0.passwordHash = PasswordHash("passwordHash number \(number)") }
        }
        // 4,000 changes take some 400 KiB. The journal may contain 64 KiB of them and as much free space.
        #expect(try Disk.read(folder.path + "/accounts.store").count < 300 << 10)
        #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("passwordHash number 3999"))
    }

    private var canary: AccountID { .stub("canary-1@example.com") }

    /// Inserts an account and a canary, and changes the canary's password hash.
    private func insertCanary(into repository: FileAccountRepository) async throws {
        try await repository.insert(.stub())
        try await repository.insert(
            .stub(
                id: canary,
                profile: Profile(nickname: .stub("Canary Two")),
                passwordHash: PasswordHash("canary-three")
            )
        )
        try await repository.update(canary) { $0.passwordHash = PasswordHash("canary-four") }
    }

    private func holdsCanaries() throws -> [String] {
        let files = try Disk.names(in: folder.path).map { try Disk.read(folder.path + "/" + $0) }
        return canaries.filter { canary in files.contains { $0.firstRange(of: Array(canary.utf8)) != nil } }
    }
}
