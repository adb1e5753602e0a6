import AccountFlowTesting
import Domain
import Persistence
import Testing
import TestSupport

/// Tests of reading a store file with a damaged checkpoint.
@Suite struct CheckpointDamageTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test func `D2 a flipped bit in a checkpoint never makes an account wrong or missing`() async throws {
        let accounts = try await makeCheckpoint(of: 40)
        let path = folder.path + "/accounts.store"
        let size = try Disk.read(path).lastIndex { $0 != 0 } ?? 0
        var isDetected = 0
        let step = Thoroughness.count(9, change: 1, soak: 1)
        for bit in stride(from: 0, through: size * 8 + 7, by: step) {
            try Disk.flip(bit, of: path)
            let repository = FileAccountRepository(folder: folder)
            let one = bit % accounts.count
            // A soak looks up all accounts for each bit, and other runs one.
            for account in Thoroughness.current == .soak ? accounts[...] : accounts[one...one] {
                do {
                    let found = try await repository.find(account.id)
                    guard found == account else {
                        Issue.record("bit \(bit): \(String(describing: found)) in place of \(account)")
                        return
                    }
                } catch {
                    isDetected += account == accounts[one] ? 1 : 0
                }
            }
            try Disk.flip(bit, of: path)
        }
        // Every lookup validates the whole header, so each damaged bit of it is detected.
        #expect(isDetected >= 4096 * 8 / step)
    }

    @Test func `lookups bypass a damaged index, and a compaction rebuilds it`() async throws {
        let accounts = try await makeCheckpoint(of: 40)
        let path = folder.path + "/accounts.store"
        // The header contains the end of the records. The block table follows, with two entries for 40 records, and
        // then the index.
        let recordsEnd = try Disk.read(path)[56..<60].reversed().reduce(0) { $0 << 8 | Int($1) }
        for bucket in 0..<5 { try Disk.flip((recordsEnd + 8 + bucket * 64) * 8, of: path) }
        #expect(await folder.remarks() == [.damagedIndex])

        let repository = FileAccountRepository(folder: folder)
        for account in accounts { #expect(try await repository.find(account.id) == account) }
        #expect(try await repository.find(.stub("nobody")) == nil)
        try await repository.compact()
        #expect(await folder.remarks() == [])
        for account in accounts { #expect(try await repository.find(account.id) == account) }
    }

    @Test func `every field of a profile is stored`() async throws {
        let profile = try Profile.full()
        let account = Account.stub(profile: profile)
        try await FileAccountRepository(folder: folder).insert(account)
        let found = try #require(try await FileAccountRepository(folder: folder).find(account.id))
        for field in Profile.fields {
            #expect(field.text(in: found.profile) == field.text(in: profile), "\(field.key)")
        }
    }

    /// Creates a store file with accounts in the checkpoint and an empty journal.
    private func makeCheckpoint(of count: Int) async throws -> [Account] {
        let repository = FileAccountRepository(folder: folder)
        for number in 0..<count { try await repository.insert(.stub(id: .stub("person\(number)@x.com"))) }
        try await repository.compact()
        return try await repository.page(after: nil, limit: count)
    }
}

/// Tests of SipHash.
@Suite struct SipHashTests {
    /// The test vectors of the reference implementation.
    ///
    /// The key is 00 to 0f, and the input is 00, 01, 02 … of each length.
    private static let published: [UInt64] = [
        0x726F_DB47_DD0E_0E31, 0x74F8_39C5_93DC_67FD, 0x0D6C_8009_D9A9_4F5A, 0x8567_6696_D7FB_7E2D,
        0xCF27_94E0_2771_87B7, 0x1876_5564_CD99_A68D, 0xCBC9_466E_58FE_E3CE, 0xAB02_00F5_8B01_D137,
        0x93F5_F579_9A93_2462, 0x9E00_82DF_0BA9_E4B0, 0x7A5D_BBC5_94DD_B9F3, 0xF4B3_2F46_226B_ADA7,
        0x751E_8FBC_860E_E5FB, 0x14EA_5627_C084_3D90, 0xF723_CA90_8E7A_F2EE, 0xA129_CA61_49BE_45E5,
    ]

    @Test(arguments: published.indices)
    func `the hash matches the published test vectors`(length: Int) {
        let hash = SipHash(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
        let text = (0..<length).map { UInt8($0) }
        #expect(text.withUnsafeBytes { hash.hash($0) } == Self.published[length])
    }
}
