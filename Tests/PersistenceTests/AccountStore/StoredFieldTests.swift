import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of stored accounts with valid checksums and invalid fields.
@Suite struct StoredFieldTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }
    private let corrupt = StorageError(store: .accounts, reason: .corrupt)

    private static let invalidIDs = [
        AccountID(text: "\u{1B}]52;c;aGk=\u{7}", canonical: "\u{1B}]52;c;aGk=\u{7}"),
        AccountID(text: "kim\nlee", canonical: "kim\nlee"),
        AccountID(text: String(repeating: "x", count: 100_000), canonical: String(repeating: "x", count: 100_000)),
        AccountID(text: "", canonical: ""),
        // A user who signs in as “mallory” would get the account of “victim”.
        AccountID(text: "victim", canonical: "mallory"),
        AccountID(text: "Kim@example.com", canonical: "Kim@example.com"),
    ]

    private static let invalidDates = [.nan, .infinity, -.infinity, 1e300, -63_114_076_801, 252_423_993_600]

    @Test(arguments: invalidIDs.indices)
    func `F4 an account with an invalid ID is damage`(number: Int) async throws {
        let id = Self.invalidIDs[number]
        let repository = FileAccountRepository(folder: folder)
        for id in [.stub("first"), id] { try await repository.insert(.stub(id: id)) }
        // A long ID needs a compaction.
        await repository.waitForBackgroundWork()

        try await expectDamage(of: id)
        await #expect(throws: corrupt) { try await FileAccountRepository(folder: folder).compact() }
    }

    @Test func `F4 an account with an invalid ID and a right checksum is damage in a compacted file`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        try await repository.compact()
        var bytes = try Disk.read(path)
        let layout = try StoreLayout(bytes)
        let record = layout.records[0]
        let contents = record.dropLast(4)
        for place in contents where bytes[place...].starts(with: "first".utf8) { bytes[place] = 0x1B }
        let seed = UInt32(truncatingIfNeeded: layout.generation) &+ UInt32(record.lowerBound)
        let checksum = StoreLayout.checksum(of: bytes[contents], continuing: seed)
        for byte in 0..<4 { bytes[contents.upperBound + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        try Disk.write(bytes, to: path)

        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        await #expect(throws: AccountInsertionError.storage(corrupt)) {
            try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("next")))
        }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(arguments: [0x00, 0x1B, 0x7F, 0xFF] as [UInt8])
    func `F4 an account with a password hash that is not printable ASCII is damage`(byte: UInt8) async throws {
        // The last byte of the password hash, before the date and the registration ID.
        try await changeFirstAccount { changes in changes[changes.count - 25] = byte }
        try await expectDamage(of: .stub("first"))
        await #expect(throws: corrupt) { try await FileAccountRepository(folder: folder).compact() }
    }

    @Test func `F4 an account with a nickname that is not UTF-8 is damage`() async throws {
        try await changeFirstAccount { changes in
            let nickname = try #require(changes.firstRange(of: Array(Nickname.stub().text.utf8)))
            changes[nickname.lowerBound] = 0xFF
        }
        try await expectDamage(of: .stub("first"))
    }

    @Test(arguments: invalidDates)
    func `F4 an account with a date that no store accepts is damage`(seconds: Double) async throws {
        try await changeFirstAccount { changes in
            let date = changes.count - 24..<changes.count - 16
            changes.replaceSubrange(date, with: StoreLayout.littleEndianBytes(seconds.bitPattern))
        }
        try await expectDamage(of: .stub("first"))
        let saved = StorageDirectory(path: temporary.path + "/saved")
        let report = try await AccountRepair(from: folder, to: saved).run()
        #expect(report.accounts == 0)
        #expect(report.lostRecords == 1)
    }

    @Test(arguments: invalidDates)
    func `a date that no store accepts is refused, and changes nothing`(seconds: Double) async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        let refused = StorageError(store: .accounts, reason: .failed(code: EINVAL))
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        await #expect(throws: AccountInsertionError.storage(refused)) {
            try await repository.insert(.stub(id: .stub("second"), createdAt: date))
        }
        #expect(
            try await FileAccountRepository(folder: folder).page(after: nil, limit: 3) == [.stub(id: .stub("first"))]
        )
        await #expect(throws: StorageError(store: .session, reason: .failed(code: EINVAL))) {
            try await FileSessionRepository(folder: folder).save(.stub(expiresAt: date))
        }
        #expect(!Disk.exists(folder.path + "/session.json"))
    }

    @Test(arguments: ["é", "\n", String(repeating: "x", count: PasswordHash.maximumUTF8Length + 1)])
    func `a password hash that could not be read again is refused, and changes nothing`(text: String) async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        let (hash, reason) = (PasswordHash(text), StorageError.Reason.failed(code: EINVAL))
        let refused = StorageError(store: .accounts, reason: reason)
        await #expect(throws: AccountInsertionError.storage(refused)) {
            try await repository.insert(.stub(id: .stub("second"), passwordHash: hash))
        }
        await #expect(throws: AccountUpdateError.storage(refused)) {
            try await repository.update(.stub("first")) { $0.passwordHash = hash }
        }
        #expect(try await repository.page(after: nil, limit: 3) == [.stub(id: .stub("first"))])
    }

    @Test(arguments: Omission.allCases)
    private func `F4 a record that the index does not find is damage for an inspection and for a change`(
        omission: Omission
    ) async throws {
        let id = try await hideRecord(by: omission)
        let bytes = try Disk.read(path)
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        for id in [id, "next"] {
            await #expect(throws: AccountInsertionError.storage(corrupt)) {
                try await FileAccountRepository(folder: folder).insert(.stub(id: .stub(id)))
            }
        }
        await #expect(throws: corrupt) { try await FileAccountRepository(folder: folder).compact() }
        #expect(try Disk.read(path) == bytes)
        let saved = StorageDirectory(path: temporary.path + "/saved")
        let report = try await AccountRepair(from: folder, to: saved).run()
        #expect(report.accounts == 40)
        #expect(report.lostRecords == 0)
    }

    @Test func `F4 an account that the index lacks is not replaced while another bucket is damaged`() async throws {
        let id = try await hideRecord(by: .emptyBucket)
        try Disk.flip((try StoreLayout(Disk.read(path)).index.lowerBound + 64 + 8) * 8, of: path)
        let repository = FileAccountRepository(folder: folder)
        await #expect(throws: AccountInsertionError.idTaken) { try await repository.insert(.stub(id: .stub(id))) }
        try await repository.insert(.stub(id: .stub("next")))
        await repository.waitForBackgroundWork()
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .readable(version: 1, records: 41))
    }

    /// Stores an account, and changes the bytes of its frame, with a valid checksum.
    private func changeFirstAccount(_ change: (inout [UInt8]) throws -> Void) async throws {
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        var bytes = try Disk.read(path)
        let layout = try StoreLayout(bytes)
        let frame = layout.frames[0]
        var changes = Array(bytes[frame].dropFirst(16).dropLast(4))
        try change(&changes)
        bytes.replaceSubrange(frame, with: StoreLayout.frame(changes, sequence: 1, generation: layout.generation))
        try Disk.write(bytes, to: path)
    }

    /// Makes the first bucket of an index wrong, with a valid checksum, and returns the ID of an account that it lacks.
    private func hideRecord(by omission: Omission) async throws -> String {
        let repository = FileAccountRepository(folder: folder)
        for number in 0..<40 { try await repository.insert(.stub(id: .stub("person\(number)"))) }
        try await repository.compact()
        var bytes = try Disk.read(path)
        let layout = try StoreLayout(bytes)
        let bucket = layout.index.prefix(64)
        let places = stride(from: bucket.lowerBound + 4, to: bucket.lowerBound + 52, by: 4).map { start in
            bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let hidden = try #require(layout.records.first { $0.lowerBound == places[0] })
        switch omission {
        case .emptyBucket: bytes.replaceSubrange(bucket, with: repeatElement(0, count: 64))
        case .wrongTag: bytes[bucket.lowerBound + 52] ^= 0x55
        case .swappedPlaces: for byte in 4..<8 { bytes.swapAt(bucket.lowerBound + byte, bucket.lowerBound + byte + 4) }
        }
        let seed = UInt32(truncatingIfNeeded: layout.generation)
        let checksum = StoreLayout.checksum(of: bytes[bucket].dropFirst(4), continuing: seed)
        for byte in 0..<4 { bytes[bucket.lowerBound + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        try Disk.write(bytes, to: path)
        return String(decoding: bytes[hidden].dropFirst(2).prefix(Int(bytes[hidden.lowerBound + 1])), as: UTF8.self)
    }

    /// A way in which an index does not find a record.
    private enum Omission: CaseIterable {
        case emptyBucket, wrongTag, swappedPlaces
    }

    private func expectDamage(of id: AccountID) async throws {
        let other = FileAccountRepository(folder: folder)
        await #expect(throws: corrupt) { try await other.find(id) }
        await #expect(throws: corrupt) { try await other.page(after: nil, limit: 3) }
        let bytes = try Disk.read(path)
        await #expect(throws: AccountInsertionError.storage(corrupt)) {
            try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("next")))
        }
        #expect(try Disk.read(path) == bytes)
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
    }
}
