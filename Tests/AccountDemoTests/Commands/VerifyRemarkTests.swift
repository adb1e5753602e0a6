import AccountDemo
import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the remarks of `verify` about a readable store of accounts.
struct VerifyRemarkTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }
    private var store: URL { URL(filePath: data + "/accounts.store") }

    @Test func `F4 verify reports a torn tail, and after the next write its copy`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let end = try #require(try bytes().lastIndex { $0 != 0 }) + 9
        try replace(at: end, with: [1, 2, 3])
        let before = try #require(try await remarks().first)
        #expect(before["remark"] as? String == "unfinished-change")
        let bytes = try #require(before["bytes"] as? Int)

        try await AccountsFixture.insert(["two@gmail.com"], into: data)
        #expect(try await remarks() == [["remark": "copy-of-unfinished-change", "name": "accounts.torn-1"]])
        let copy = try #require(FileManager.default.contents(atPath: data + "/accounts.torn-1"))
        #expect(copy.count == bytes && copy.suffix(3) == Data([1, 2, 3]))
        #expect(try await AccountsFixture.count(in: data) == 2)
    }

    @Test func `a damaged index is reported, and compacting rebuilds it`() async throws {
        try await AccountsFixture.insert((0..<40).map { "person\($0)@gmail.com" }, into: data)
        let repository = FileAccountRepository(folder: StorageDirectory(path: data))
        try await repository.compact()
        // The index follows the records and the table of blocks, which has four bytes for every 32 records.
        let recordsEnd = try bytes()[56..<64].reversed().reduce(0) { $0 << 8 | Int($1) }
        try replace(at: recordsEnd + 8, with: [~bytes()[recordsEnd + 8]])
        #expect(try await remarks() == [["remark": "damaged-index"]])
        #expect(try await AccountsFixture.count(in: data) == 40)
        try await repository.compact()
        #expect(try await remarks() == [])
    }

    @Test func `F12 deleted accounts that await their erasure are reported, and compacting erases them`() async throws {
        try await AccountsFixture.insert(["one@gmail.com", "two@gmail.com"], into: data)
        let repository = FileAccountRepository(folder: StorageDirectory(path: data), erasePolicy: .deferred)
        try await repository.delete(.stub("one@gmail.com"))
        #expect(try await remarks() == [["remark": "awaits-erasure"]])
        try await repository.compact()
        #expect(try await remarks() == [])
        #expect(try folder.contents().range(of: Data("one@gmail.com".utf8)) == nil)
    }

    @Test func `files and folders open to others, and an unfinished export, are reported until a change`()
        async throws
    {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let name = ".export.jsonl.account-export.tmp"
        for name in [name, ".accounts.store.tmp"] {
            try Data().write(to: URL(filePath: data + "/" + name))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data + "/" + name)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: store.path())
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: data + "/.lock")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: data)
        #expect(
            try await remarks() == [
                ["remark": "folder-open-to-others"], ["remark": "open-to-others", "name": "accounts.store"],
                ["remark": "open-to-others", "name": ".lock"],
                ["remark": "unfinished-store", "name": ".accounts.store.tmp"],
                ["remark": "unfinished-export", "name": name],
            ]
        )
        try await FileAccountRepository(folder: StorageDirectory(path: data)).compact()
        #expect(try await remarks() == [])
    }

    @Test func `every remark is a line below its store in either language, and not an error`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try replace(at: try bytes().count, with: [1])
        let english = try await verify("--language", "en").output.split(separator: "\n")
        let korean = try await verify("--language", "ko").output.split(separator: "\n")
        try #require(english.count == 6 && korean.count == 6)
        #expect(english[0] == "✔ accounts: sound, format 1, 1 record")
        #expect(english[1].hasPrefix("  · A crash left a change unfinished"))
        #expect(korean[1].hasPrefix("  · 중단으로 끝나지 않은 변경이 있습니다"))
    }

    private func verify(_ options: String...) async throws -> RecordingConsole {
        let console = RecordingConsole()
        #expect(await console.run(["--data", data, "verify"] + options) == .done)
        return console
    }

    /// Returns the remarks of `verify --json` about the accounts.
    private func remarks() async throws -> [NSDictionary] {
        let stores = try jsonObject(try await verify("--json").output)["stores"] as? [NSDictionary]
        return try #require(stores)[0]["remarks"] as? [NSDictionary] ?? []
    }

    private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: store)) }

    private func replace(at offset: Int, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: store)
        defer { file.closeFile() }
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
    }
}
