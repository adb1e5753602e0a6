import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// Tests of reading store files of version 1, and of rejecting other versions.
@Suite struct StoreFixtureTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }

    @Test func `D14 accounts of version 1 are read from a read-only folder, and survive a later write`() async throws {
        let bytes = try install(try StoreFixture.bytes())
        let accounts = try StoreFixture.accounts()
        try Disk.setMode(0o400, of: path)
        try Disk.setMode(0o500, of: folder.path)
        let repository = FileAccountRepository(folder: folder)
        #expect(try await whole(repository) == accounts.map(Bytes.init))
        #expect(try await repository.count() == accounts.count)
        for account in accounts { #expect(try await repository.find(account.id) == account) }
        #expect(try await repository.find(try StoreFixture.deletedID()) == nil)
        #expect(try Disk.names(in: folder.path) == ["accounts.store"])
        #expect(try Disk.read(path) == bytes)

        try Disk.setMode(0o700, of: folder.path)
        try Disk.setMode(0o600, of: path)
        try await repository.insert(.stub(id: .stub("zzz")))
        try await repository.compact()
        #expect(try await whole(repository).filter { $0.account.id != .stub("zzz") } == accounts.map(Bytes.init))
    }

    @Test(arguments: StoreOperation.allCases.filter { $0.store == .accounts })
    func `D14 a store of another major version is rejected and not changed`(_ operation: StoreOperation) async throws {
        let bytes = try install(StoreLayout.withVersion(major: 2, minor: 0, try StoreFixture.bytes()))
        #expect(await operation.run(in: folder) == StorageError(store: .accounts, reason: .unsupportedVersion(2)))
        #expect(try Disk.read(path) == bytes)
    }

    @Test func `D14 an optional change of a newer minor version is skipped`() async throws {
        let newer = try withFrame([0x80, 3, 1, 2, 3, 0xFF, 0])
        try install(StoreLayout.withVersion(major: 1, minor: 1, newer))
        let repository = FileAccountRepository(folder: folder)
        #expect(try await whole(repository) == (try StoreFixture.accounts()).map(Bytes.init))
        try await repository.insert(.stub(id: .stub("zzz")))
        #expect(try await repository.count() == (try StoreFixture.accounts()).count + 1)
    }

    @Test func `D14 a required change of a newer version is rejected, and the file is not changed`() async throws {
        let bytes = try install(try withFrame([0x04, 0]))
        let refused = StorageError(store: .accounts, reason: .unsupportedVersion(2))
        for operation in StoreOperation.allCases where operation.store == .accounts {
            #expect(await operation.run(in: folder) == refused)
        }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(arguments: [1 << 63, UInt64.max - 1, UInt64.max], StoreOperation.allCases.filter { $0.store == .accounts })
    func `D3 an impossibly high sequence number is rejected, and the file is not changed`(
        _ sequence: UInt64,
        _ operation: StoreOperation
    ) async throws {
        let bytes = try install(StoreLayout.withSequence(sequence, try StoreFixture.bytes()))
        #expect(await operation.run(in: folder) == StorageError(store: .accounts, reason: .corrupt))
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        #expect(try Disk.read(path) == bytes)
    }

    @Test(arguments: [UInt64.max / 2 - 1, UInt64.max / 2])
    func `the highest valid frame numbers are read, and the next frames continue from them`(_ sequence: UInt64)
        async throws
    {
        let folder = folder
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        try await FileAccountRepository(folder: folder).compact()
        try Disk.write(StoreLayout.withSequence(sequence, try Disk.read(path)), to: path)
        let repository = FileAccountRepository(folder: folder)
        for name in ["second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        #expect(try await FileAccountRepository(folder: folder).count() == 3)
        let frame = try #require(try StoreLayout(Disk.read(path)).frames.last)
        #expect(StoreLayout.number(8, at: frame.lowerBound + 4, of: try Disk.read(path)) == sequence + 2)
    }

    @Test func `the layout of the fixture matches the documented format`() throws {
        let bytes = try StoreFixture.bytes()
        let layout = try StoreLayout(bytes)
        #expect((layout.records.count, layout.frames.count, layout.sequence) == (16, 3, 16))
        #expect(StoreLayout.number(2, at: 8, of: bytes) == 1)
        #expect(StoreLayout.number(2, at: 10, of: bytes) == 0)
        #expect(bytes[12..<16].allSatisfy { $0 == 0 } && bytes[76..<4092].allSatisfy { $0 == 0 })
        let low = UInt32(truncatingIfNeeded: layout.generation)
        for record in layout.records {
            let expected = StoreLayout.checksum(
                of: bytes[record].dropLast(4),
                continuing: low &+ UInt32(record.lowerBound)
            )
            #expect(StoreLayout.number(4, at: record.upperBound - 4, of: bytes) == expected)
        }
        #expect(StoreLayout.number(4, at: 72, of: bytes) == UInt64(CRC32C.checksum(of: bytes[layout.blockTable])))
        #expect(StoreLayout.number(4, at: layout.blockTable.lowerBound, of: bytes) == 4096)
        #expect(try layout.indexedPlaces(in: bytes) == layout.records.map(\.lowerBound))
        for (frame, sequence) in zip(layout.frames, UInt64(17)...) {
            let changes = Array(bytes[frame].dropFirst(16).dropLast(4))
            let made = StoreLayout.frame(changes, sequence: sequence, generation: layout.generation)
            #expect(Array(bytes[frame]) == made)
        }
        #expect(layout.frames.map { bytes[$0.lowerBound + 16] } == [1, 2, 3])
        #expect(bytes[try #require(layout.frames.last).upperBound...].allSatisfy { $0 == 0 })
    }

    /// An account whose texts are compared byte by byte.
    private struct Bytes: Equatable {
        let account: Account
        let texts: [[UInt8]]

        init(_ account: Account) {
            self.account = account
            let profile = account.profile
            texts = [
                account.id.text, account.id.canonical, account.passwordHash.revealed, profile.nickname?.text,
                profile.name?.text, profile.email?.text, profile.phone?.text,
            ].map { Array(($0 ?? "").utf8) }
        }
    }

    private func whole(_ repository: FileAccountRepository) async throws -> [Bytes] {
        try await repository.page(after: nil, limit: 100).map(Bytes.init)
    }

    @discardableResult
    private func install(_ bytes: [UInt8]) throws -> [UInt8] {
        try Disk.makeFolder(folder.path)
        try Disk.write(bytes, to: path)
        return bytes
    }

    /// Returns the fixture with another frame at the end.
    private func withFrame(_ changes: [UInt8]) throws -> [UInt8] {
        var bytes = try StoreFixture.bytes()
        let layout = try StoreLayout(bytes)
        let frame = StoreLayout.frame(changes, sequence: 20, generation: layout.generation)
        let end = try #require(layout.frames.last).upperBound
        bytes.replaceSubrange(end..<(end + frame.count), with: frame)
        return bytes
    }
}
