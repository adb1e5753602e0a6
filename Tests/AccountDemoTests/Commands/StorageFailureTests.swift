import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import TestSupport
import Testing
import Validation

/// Tests of the output and the exit code when a store fails.
struct StorageFailureTests: FolderTests {
    let folder = TemporaryFolder()

    private func damage(_ name: String, _ text: String) throws -> Data {
        try FileManager.default.createDirectory(
            atPath: data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let bytes = Data(text.utf8)
        try bytes.write(to: URL(filePath: data + "/" + name))
        return bytes
    }

    private func bytes(of name: String) -> Data? { FileManager.default.contents(atPath: data + "/" + name) }

    @Test(arguments: [["status"], ["delete-account", "--yes"]])
    func `a damaged session is not treated as signed out`(command: [String]) async throws {
        let damaged = try damage("session.json", "{\"format\":")
        let (code, report, _) = try await Program.report(command, data: data)
        #expect(code == .storageFailed)
        #expect(report["outcome"] as? String == "failed")
        #expect(report["reason"] as? String == "store-corrupt")
        #expect(bytes(of: "session.json") == damaged)
    }

    @Test func `sign-out removes a damaged session`() async throws {
        _ = try damage("session.json", "{\"format\":")
        let (code, report) = try await run("sign-out")
        #expect(code == .done)
        #expect(report["outcome"] as? String == "signed-out")
        #expect(bytes(of: "session.json") == nil)
        #expect(try await run("status").code == .refused)
    }

    @Test func `a damaged session prevents sign-up and sign-in, and the message names its folder`() async throws {
        let damaged = try damage("session.json", "nonsense")
        for command in [["sign-up", "abcdef@gmail.com", "--nickname", "Kim"], ["sign-in", "abcdef@gmail.com"]] {
            let console = RecordingConsole()
            #expect(await console.run(["--data", data] + command) == .storageFailed)
            #expect(console.error.contains(data))
        }
        #expect(bytes(of: "session.json") == damaged)
        #expect(bytes(of: "accounts.store") == nil)
    }

    @Test func `no command changes damaged accounts, and each advises a repair`() async throws {
        let damaged = try damage("accounts.store", "")
        let commands = [
            ["accounts"], ["sign-in", "a@b.c"], ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"], ["compact"],
            ["verify"],
        ]
        for command in commands {
            let console = RecordingConsole()
            #expect(await console.run(["--data", data] + command) == .storageFailed, "\(command)")
            #expect((console.output == "") == (command != ["verify"]))
            #expect((console.output + console.error).contains("repair --to DIR"), "\(command)")
            #expect(console.error.contains("account"), "\(console.error)")
            #expect(bytes(of: "accounts.store") == damaged)
        }
    }

    /// The things in place of the lock file, with a part of the message about them.
    private static let obstacles = [
        ("folder", ".lock is not a file. "), ("fifo", ".lock is not a file. "),
        ("link", ".lock is a symbolic link. "), ("hard link", ".lock has a second name. Remove that"),
    ]

    @Test(arguments: obstacles)
    func `something else in place of the lock file is named by every change and by verify`(
        obstacle: String,
        reason: String
    ) async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let (lock, away) = (data + "/.lock", folder.path + "/away")
        let files = FileManager.default
        switch obstacle {
        case "hard link": try files.linkItem(atPath: lock, toPath: away)
        default:
            try files.moveItem(atPath: lock, toPath: away)
            switch obstacle {
            case "folder": try files.createDirectory(atPath: lock, withIntermediateDirectories: false)
            case "fifo": try #require(mkfifo(lock, 0o600) == 0)
            default: try files.createSymbolicLink(atPath: lock, withDestinationPath: away)
            }
        }
        for command in [["sign-up", "abcdef@gmail.com", "--nickname", "Kim"], ["compact"], ["verify"]] {
            let console = RecordingConsole()
            #expect(await console.run(["--data", data] + command) == .storageFailed, "\(command)")
            #expect(console.error.contains(reason), "\(console.error)")
        }
        let (code, report) = try await run("verify")
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-unsafe-location")
        let accounts = try #require(report["stores"] as? [NSDictionary])[0]
        #expect(accounts["state"] as? String == "readable")
        #expect((accounts["remarks"] as? [NSDictionary])?.map { $0["name"] as? String } == [".lock"])
        // What the message advises ends it.
        if obstacle == "hard link" {
            try files.removeItem(atPath: away)
        } else {
            try files.removeItem(atPath: lock)
            if obstacle == "link" { try files.moveItem(atPath: away, toPath: lock) }
        }
        #expect(try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim").code == .done)
        #expect(try await run("verify").code == .done)
    }

    @Test func `a link in place of the accounts is named`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try FileManager.default.moveItem(atPath: data + "/accounts.store", toPath: folder.path + "/away")
        try FileManager.default.createSymbolicLink(
            atPath: data + "/accounts.store",
            withDestinationPath: folder.path + "/away"
        )
        for command in ["accounts", "verify"] {
            let console = RecordingConsole()
            #expect(await console.run(["--data", data, command]) == .storageFailed)
            #expect((console.output + console.error).contains("accounts.store is a symbolic link."), "\(command)")
        }
    }

    @Test(arguments: ["file", "link"])
    func `verify says once what is in place of the folder`(obstacle: String) async throws {
        switch obstacle {
        case "file": try Data("mine".utf8).write(to: URL(filePath: data))
        default:
            try await AccountsFixture.insert(["one@gmail.com"], into: folder.path + "/away")
            try FileManager.default.createSymbolicLink(atPath: data, withDestinationPath: folder.path + "/away")
        }
        let console = RecordingConsole()
        #expect(await console.run(["--data", data, "verify"]) == .storageFailed)
        let lines = (console.output + console.error).split(separator: "\n")
        #expect(lines.count { $0.contains("is not safe") } == 1, "\(lines)")
        #expect(console.error.contains("is not safe"))
    }

    @Test func `a folder that cannot be made is named in place of its file`() async throws {
        let console = RecordingConsole()
        let path = "/proc/absent"
        #expect(
            await console.run(["--data", path, "sign-up", "abcdef@gmail.com", "--nickname", "Kim"]) == .storageFailed
        )
        #expect(console.error.contains("in \(path): "), "\(console.error)")
        #expect(!console.error.contains("accounts.store"), "\(console.error)")
    }

    @Test func `a store of a newer version is left unchanged, and reported as such`() async throws {
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: data)
        var newer = Array(try #require(bytes(of: "accounts.store")))
        // The major version, and the checksum of the header.
        newer[8] = 99
        let checksum = CRC32C.checksum(of: newer[..<4092])
        for byte in 0..<4 { newer[4092 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(byte))) }
        try Data(newer).write(to: URL(filePath: data + "/accounts.store"))
        let (code, report) = try await run("accounts")
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-unsupported-version")
        #expect(bytes(of: "accounts.store") == Data(newer))
    }

    @Test func `verify reports sound and damaged stores`() async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        let damaged = try damage("consents.json", "nonsense")
        let (code, report) = try await run("verify")
        #expect(code == .storageFailed)
        #expect(report["outcome"] as? String == "damaged")
        let stores = try #require(report["stores"] as? [NSDictionary])
        #expect(stores[0] == ["store": "accounts", "state": "readable", "version": 1, "records": 1])
        #expect(stores[1] == ["store": "session", "state": "readable", "version": 1, "records": 1])
        let remarks = [["remark": "open-to-others", "name": "consents.json"]]
        #expect(stores[2] == ["store": "consents", "state": "store-corrupt", "remarks": remarks])
        #expect(bytes(of: "consents.json") == damaged)
    }

    @Test(arguments: [
        ["status"], ["accounts"], ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"], ["verify"], ["tour"],
    ])
    func `a data folder that is a file is reported as unsafe, and left unchanged`(command: [String]) async throws {
        try Data("mine".utf8).write(to: URL(filePath: data))
        let (code, report, _) = try await Program.report(command, data: data)
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-unsafe-location")
        #expect(FileManager.default.contents(atPath: data) == Data("mine".utf8))
    }

    @Test func `a store that stays locked has its own exit code`() async throws {
        try await AccountsFixture.insert(["other1@gmail.com"], into: data)
        let holder = try #require(FileHandle(forUpdatingAtPath: data + "/.lock"))
        #expect(flock(holder.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let runner = CommandRunner(
            Invocation(.signUp, "abcdef@gmail.com", [.field(.nickname): "Kim"]),
            composition: AppComposition(
                .quick,
                repositories: Repositories(folder: StorageDirectory(path: data, lockWait: .zero))
            ),
            console: RecordingConsole()
        )
        let result = await runner.signUp()
        #expect(result.exitCode == .storeBusy)
        #expect(result.report["reason"] == .string("store-busy"))
        // Closing alone would not unlock the file while a process that is being started inherits it.
        #expect(flock(holder.fileDescriptor, LOCK_UN) == 0)
        try holder.close()
        #expect(await runner.signUp().exitCode == .done)
    }
}
