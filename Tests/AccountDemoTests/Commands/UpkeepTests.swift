import AccountDemo
import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of `repair` and `compact`.
struct UpkeepTests: FolderTests {
    let folder = TemporaryFolder()

    @Test func `F4 repair saves a damaged store to another folder, and leaves the original unchanged`() async throws {
        try await AccountsFixture.insert((0..<9).map { "person\($0)@gmail.com" }, into: data)
        try await FileAccountRepository(folder: StorageDirectory(path: data)).compact()
        let path = data + "/accounts.store"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[4096 + 2] ^= 1
        try FileManager.default.removeItem(atPath: path)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        #expect(FileManager.default.createFile(atPath: path, contents: bytes, attributes: attributes))
        for command in ["accounts", "verify"] {
            let damaged = try await run(command).report
            #expect(damaged["reason"] as? String == "store-corrupt")
            #expect((damaged["message"] as? String)?.contains("account-demo repair --to DIR") == true)
        }

        let saved = folder.path + "/saved"
        let (code, report) = try await run("repair", "--to", saved)
        #expect(code == .invalidData)
        #expect(report["reason"] as? String == "records-lost")
        let numbers = try #require(report["repair"] as? NSDictionary)
        #expect(report["outcome"] as? String == "repaired")
        #expect(numbers["accounts"] as? Int == 8)
        #expect(numbers["lostRecords"] as? Int == 1)
        #expect(numbers["missingFrames"] as? Int == 0)
        #expect(numbers["unreadableBytes"] as? Int ?? 0 > 0)
        #expect(try await AccountsFixture.count(in: saved) == 8)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)

        let again = try await run("repair", "--to", saved)
        #expect(again.code == .refused)
        #expect(again.report["reason"] as? String == "folder-in-use")
    }

    @Test func `repair of a store without header says so, and names the lock file that helps`() async throws {
        try await AccountsFixture.insert((0..<9).map { "person\($0)@gmail.com" }, into: data)
        let path = data + "/accounts.store"
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: Data(count: 4096))
        let lock = try Data(contentsOf: URL(filePath: data + "/.lock"))
        try FileManager.default.removeItem(atPath: data + "/.lock")
        let (code, report) = try await run("repair", "--to", folder.path + "/saved")
        #expect(code == .invalidData)
        #expect(report["outcome"] as? String == "failed")
        #expect(report["reason"] as? String == "no-header")
        #expect((report["message"] as? String)?.contains(".lock") == true)
        // The advice works.
        try lock.write(to: URL(filePath: data + "/.lock"))
        _ = try await run("repair", "--to", folder.path + "/saved")
        #expect(try await AccountsFixture.count(in: folder.path + "/saved") == 9)
    }

    @Test func `compact reports the size of the file before and after`() async throws {
        let repository = FileAccountRepository(folder: StorageDirectory(path: data), erasePolicy: .deferred)
        let passwordHash = PasswordHash(String(repeating: "x", count: 20_000))
        for number in 0..<30 {
            try await repository.insert(.stub(id: .stub("person\(number)@gmail.com"), passwordHash: passwordHash))
        }
        for number in 1..<30 { try await repository.delete(.stub("person\(number)@gmail.com")) }
        let (code, report) = try await run("compact")
        #expect(code == .done, "\(report)")
        #expect(report["outcome"] as? String == "compacted", "\(report)")
        let bytes = try #require(report["bytes"] as? NSDictionary)
        let (before, after) = (try #require(bytes["before"] as? Int), try #require(bytes["after"] as? Int))
        #expect(before > 29 * 20_000)
        #expect(after < 6 * 20_000)
        #expect(try await repository.fileSize() == after)
        #expect(try await AccountsFixture.count(in: data) == 1)
    }

    @Test(arguments: [(999, "999 B"), (1_000, "1.0 kB"), (999_960, "1.0 MB"), (13_031_944, "13.0 MB")])
    func `the sizes before and after a compaction are in units that people read`(bytes: Int, size: String) {
        for language in Language.allCases {
            #expect(language.demoText.compacted(before: bytes + 5, after: 5).contains(size + " "))
            #expect(language.demoText.compacted(before: 5, after: bytes).contains(size))
        }
    }

    @Test(arguments: Language.allCases, [(30_800_000, 30_800_000), (69_600, 73_700), (30_800_100, 30_800_000)])
    func `a compaction says how much it has removed, or that nothing is left to remove`(
        language: Language,
        bytes: (before: Int, after: Int)
    ) {
        let text = language.demoText.compacted(before: bytes.before, after: bytes.after)
        let nothing = language.demoText.compacted(before: bytes.after, after: bytes.after)
        #expect((text == nothing) == (bytes.before <= bytes.after), "\(text)")
        #expect(text.contains("100 B") == (bytes.before > bytes.after), "\(text)")
        #expect(!text.contains("69.6 kB"), "\(text)")
    }

    @Test func `repair of a sound store loses nothing`() async throws {
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: data)
        let (code, report) = try await run("repair", "--to", folder.path + "/saved")
        #expect(code == .done)
        #expect(report["reason"] == nil)
    }

    @Test(arguments: [["verify"], ["accounts"], ["compact"], ["export"]])
    func `a lock file that knows of accounts is no missing store`(command: [String]) async throws {
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: data)
        try FileManager.default.removeItem(atPath: data + "/accounts.store")
        #expect(await RecordingConsole().run(["--data", data] + command) == .storageFailed)
    }

    @Test(arguments: [
        ["accounts"], ["compact"], ["export"], ["export", "new"], ["repair", "--to", "new"], ["verify"],
    ])
    func `commands for accounts fail in a folder with only documents, and write nothing`(command: [String])
        async throws
    {
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: data)
        try await FileSessionRepository(folder: StorageDirectory(path: data)).save(.stub())
        for name in ["accounts.store", ".lock"] { try FileManager.default.removeItem(atPath: data + "/" + name) }
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let console = RecordingConsole()
        let arguments = command.map { $0 == "new" ? folder.path + "/new" : $0 }
        #expect(await console.run(["--data", data, "--language", "en"] + arguments) == .noStore)
        #expect(console.error == "There is no account store (accounts.store) in the folder.\nFolder: \(data)\n")
        #expect(console.output.contains("session") == (command == ["verify"]))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before)
    }

    @Test(
        arguments: [
            ["verify"], ["accounts"], ["compact"], ["export"], ["export", "new"], ["repair", "--to", "new"],
            ["reset", "session", "--yes"],
        ],
        ["missing", "empty", "link"]
    )
    func `commands for stores fail without a store, and create nothing`(command: [String], place: String) async throws {
        switch place {
        case "empty": try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        case "link": try FileManager.default.createSymbolicLink(atPath: data, withDestinationPath: "nowhere")
        default: break
        }
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let console = RecordingConsole()
        let arguments = command.map { $0 == "new" ? folder.path + "/new" : $0 }
        #expect(await console.run(["--data", data, "--language", "en"] + arguments) == .noStore)
        #expect(console.output == "")
        #expect(console.error == "There is no store in the folder.\nFolder: \(data)\n")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == before)
    }
}
