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

/// Tests of `export` and `import`.
struct TransferTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }
    private var file: String { folder.path + "/accounts.jsonl" }

    private func run(
        _ arguments: String...,
        data other: String? = nil
    ) async throws -> (code: ExitCode, report: NSDictionary, console: RecordingConsole) {
        try await Program.report(arguments, data: other ?? data)
    }

    private func line(_ id: String, _ rest: String = #""profile":{},"passwordHash":"x","createdAt":1"#) -> String {
        #"{"id":"\#(id)",\#(rest)}"# + "\n"
    }

    private func lines(_ range: Range<Int>) -> String { range.map { line("person\($0)@gmail.com") }.joined() }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file)) }

    private func accounts(in path: String) async throws -> [Account] {
        try await FileAccountRepository(folder: StorageDirectory(path: path)).page(after: nil, limit: 10_000)
    }

    // MARK: Export and import

    @Test(arguments: ["", "\n", "nonsense\n"])
    func `an import without an account reports a damaged store like the other commands`(lines: String) async throws {
        try write(lines)
        #expect(try await run("import", file).code == (lines == "nonsense\n" ? .refused : .done))
        #expect(!FileManager.default.fileExists(atPath: data))
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        #expect(try await run("import", file).code == (lines == "nonsense\n" ? .refused : .done))
        try Data().write(to: URL(filePath: data + "/accounts.store"))
        let (listed, imported) = (try await run("accounts"), try await run("import", file))
        #expect(imported.code == .storageFailed && listed.code == .storageFailed)
        #expect(imported.report["reason"] as? String == "store-corrupt")
        #expect(imported.report["message"] as? String == listed.report["message"] as? String)
    }

    @Test(arguments: ["1e300", "252423993600", "-63114076801", #""nan""#, #""-infinity""#])
    func `an imported line with a date that no store accepts is invalid`(date: String) async throws {
        try write(line("one@gmail.com", #""profile":{},"passwordHash":"x","createdAt":\#(date)"#) + lines(0..<1))
        let imported = try await run("import", file)
        #expect(imported.code == .refused)
        #expect(imported.console.error.contains("Line 1: "))
        #expect(try await accounts(in: data).map(\.id) == [.stub("person0@gmail.com")])
    }

    @Test func `exported and imported accounts are the same`() async throws {
        let repository = FileAccountRepository(folder: StorageDirectory(path: data))
        let profile = Profile(
            nickname: try Nickname("길동 \"👩‍👧\""),
            name: try PersonName("José\\"),
            email: try EmailAddress("a@b.co"),
            phone: try PhoneNumber("010")
        )
        for number in 0..<1003 {
            let date = Date(timeIntervalSinceReferenceDate: 785_000_000.123_456_7 + Double(number) / 3)
            try await repository.insert(
                Account(
                    id: .stub("Person\(number)@Example.com"),
                    profile: number % 2 == 0 ? profile : Profile(),
                    passwordHash: PasswordHash("$y$\(number)/\""),
                    createdAt: number == 7 ? .distantPast : date
                )
            )
        }
        let exported = try await run("export", file)
        #expect(exported.code == .done)
        #expect(exported.report == ["outcome": "exported", "transfer": ["exported": 1003]])
        #expect(exported.console.error.hasPrefix("WARNING: the export contains the password hash"))
        let imported = try await run("import", file, data: folder.path + "/other")
        #expect(imported.code == .done)
        let numbers: NSDictionary = ["lines": 1003, "imported": 1003, "skipped": 0, "invalid": 0]
        #expect(imported.report == ["outcome": "imported", "transfer": numbers])
        #expect(imported.console.error == "")
        let all = try await accounts(in: data)
        #expect(try await accounts(in: folder.path + "/other") == all && all.count == 1003)
    }

    @Test func `F7 only the owner can read an export, which replaces a file only with --force`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try write("mine")
        let refused = try await run("export", file)
        #expect(refused.code == .refused)
        #expect(refused.report["reason"] as? String == "file-exists")
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
        #expect(try await run("export", file, "--force").code == .done)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == #"{"createdAt":785000000.1234567,"id":"one@gmail.com","#
                + #""passwordHash":"hash of password1","profile":{"nickname":"Kim"},"#
                + #""registrationID":"\#(RegistrationID.stub())"}"# + "\n"
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["accounts.jsonl", "data"])
    }

    @Test func `an export to a missing folder fails, and creates nothing`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let path = folder.path + "/nowhere/file"
        let (code, report, console) = try await run("export", path, "--force")
        #expect(code == .storageFailed)
        #expect(console.error.hasSuffix("‘\(path)’ could not be written: No such file or directory.\n"))
        #expect(report["reason"] as? String == "file-failed")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
        let korean = RecordingConsole()
        _ = await korean.run(["--data", data, "--language", "ko", "export", path])
        #expect(korean.error.hasSuffix("‘\(path)’ 파일을 쓰지 못했습니다: 파일이나 폴더가 없습니다\n"))
    }

    @Test func `an export replaces no folder, link or socket, even with --force`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try write("mine")
        let (link, socket) = (folder.path + "/link", folder.path + "/socket")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/dangling", withDestinationPath: "nowhere")
        try #require(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
        let refusals = [
            ("/data", "folder"), ("/data/", "folder"), ("/accounts.jsonl/", "folder"), ("/new/", "folder"),
            ("/link", "link"), ("/dangling", "link"), ("/socket", "socket"),
        ]
        for (path, kind) in refusals {
            let (code, report, console) = try await run("export", folder.path + path, "--force")
            #expect(code == .refused, "\(path)")
            #expect(report["reason"] as? String == "file-refused", "\(path)")
            #expect(console.error.contains("This is a \(kind)"), "\(path)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["accounts.jsonl", "dangling", "data", "link", "socket"])
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
    }

    // Only the administrator can make a device.
    @Test(.enabled(if: geteuid() == 0)) func `an export to a device that does not exist is an error at once`()
        async throws
    {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let device = folder.path + "/device"
        // No driver has the number 240, which is for experiments.
        try #require(mknod(device, S_IFCHR | 0o600, 240 << 8) == 0)
        let (code, _, console) = try await run("export", device)
        #expect(code == .storageFailed)
        #expect(console.error.contains(device), "\(console.error)")
    }

    @Test(arguments: ["accounts.store", ".lock", "session.json", "new.jsonl"])
    func `an export leaves the folder of the stores alone, even with --force`(name: String) async throws {
        _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: data)
        let preset = data + "/presets/shop"
        try await AccountsFixture.insert(["one@gmail.com"], into: preset)
        for path in [data, folder.path + "/link", preset] {
            let (code, report, console) = try await run("export", path + "/" + name, "--force")
            #expect(code == .refused)
            #expect(report["reason"] as? String == "file-refused")
            #expect(console.error.contains("This is a place in the folder of the stores"), "\(console.error)")
        }
        #expect(try await run("status").code == .done)
        for path in [data, preset] { #expect(!FileManager.default.fileExists(atPath: path + "/new.jsonl")) }
    }

    @Test func `an export does not replace a second name of a store's file`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try FileManager.default.linkItem(atPath: data + "/accounts.store", toPath: file)
        let before = FileManager.default.contents(atPath: file)
        #expect(try await run("export", file, "--force").report["reason"] as? String == "file-refused")
        #expect(FileManager.default.contents(atPath: file) == before)
    }

    @Test(arguments: ["-", "file", "terminal"])
    func `every export escapes characters that control a terminal`(kind: String) async throws {
        let id = "a\u{202E}b@gmail.com"
        try await AccountsFixture.insert([id], into: data)
        let terminal = try PseudoTerminal()
        let paths = ["file": file, "terminal": "/dev/fd/\(terminal.terminal.fileDescriptor)"]
        let console = RecordingConsole()
        #expect(await console.run(["--data", data, "export", paths[kind] ?? kind]) == .done)
        if kind == "terminal" { try await terminal.read(until: "registrationID") }
        let exported =
            kind == "file" ? try String(contentsOfFile: file, encoding: .utf8) : console.output + terminal.output
        #expect(exported.contains("a\\u202eb@gmail.com"))
        #expect(!exported.unicodeScalars.contains("\u{202E}"))
        guard kind == "file" else { return }
        #expect(try await accounts(in: data).map(\.id.text) == [id])
    }

    @Test func `an export writes to a FIFO and to a device, and replaces neither`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        let path = folder.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        async let read = onOwnThread { try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data() }
        #expect(try await run("export", path).code == .done)
        #expect(
            String(decoding: try await read, as: UTF8.self).hasPrefix(
                #"{"createdAt":785000000.1234567,"id":"one@gmail.com","#
            )
        )
        #expect(try await run("export", "/dev/null", "--force").code == .done)
        for (path, kind) in [(path, S_IFIFO), ("/dev/null", S_IFCHR)] {
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind)
        }
    }

    @Test func `an export removes what a killed export left in the folder, and no file of another program`()
        async throws
    {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        for name in [".old.jsonl.account-export.tmp", ".mine.tmp"] {
            let attributes = [FileAttributeKey.posixPermissions: 0o600]
            let path = folder.path + "/" + name
            #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8), attributes: attributes))
        }
        #expect(try await run("export", file).code == .done)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == [".mine.tmp", "accounts.jsonl", "data"])
    }

    @Test func `an export of damaged accounts leaves no file`() async throws {
        try await AccountsFixture.insert(["one@gmail.com"], into: data)
        try Data("nonsense".utf8).write(to: URL(filePath: data + "/accounts.store"))
        let (code, report, _) = try await run("export", file)
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-corrupt")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
    }

    @Test func `an import of taken IDs fails if the store is damaged`() async throws {
        try await AccountsFixture.insert(["one@gmail.com", "two@gmail.com"], into: data)
        try Data(line("one@gmail.com").utf8).write(to: URL(filePath: file))
        #expect(try await run("import", file).code == .done)
        let store = URL(filePath: data + "/accounts.store")
        var bytes = try Data(contentsOf: store)
        let name = try #require(bytes.range(of: Data("two@gmail.com".utf8)))
        bytes[name.lowerBound] ^= 4
        try bytes.write(to: store)
        let (code, report, _) = try await run("import", file)
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-corrupt")
    }

    // MARK: Lines

    @Test func `invalid lines are listed by number, taken IDs are skipped, and the import continues`() async throws {
        try await AccountsFixture.insert(["taken@gmail.com"], into: data)
        let long = line(
            "long@gmail.com",
            #""profile":{},"passwordHash":""# + String(repeating: "x", count: 1 << 20) + "\""
        )
        try write(
            line("one@gmail.com") + "nonsense\n" + line("TAKEN@gmail.com") + "\n \r\n" + line("one@gmail.com") + "[]\n"
                + line("a\\u0000b") + long + line("no-date", #""profile":{},"passwordHash":"x""#)
                + line("two@gmail.com").dropLast()
        )
        let (code, report, console) = try await run("import", file)
        #expect(code == .refused)
        #expect(report["outcome"] as? String == "refused")
        #expect(report["reason"] as? String == "invalid-lines")
        let invalid =
            [(2, "not-an-account"), (7, "not-an-account"), (8, "invalid-value"), (9, "too-long")]
            + [(10, "not-an-account")]
        #expect(
            report["transfer"] as? NSDictionary == [
                "lines": 11, "imported": 2, "skipped": 2, "invalid": 5,
                "invalidLines": invalid.map { ["line": $0.0, "reason": $0.1] as NSDictionary },
            ]
        )
        #expect(console.error.hasPrefix("Line 2: not a JSON object with id"))
        #expect(try await accounts(in: data).map(\.id.text) == ["one@gmail.com", "taken@gmail.com", "two@gmail.com"])
    }

    @Test(arguments: [
        (#"a\u202Eb@gmail.com"#, "Kim"), (#"a\u200Db@gmail.com"#, "Kim"), ("ab@gmail.com", #"Kim\u2066"#),
        ("ab@gmail.com", #"Kim\u200B"#),
    ])
    func `an import refuses the invisible characters that a sign-up refuses`(id: String, nickname: String) async throws
    {
        let rest = #""profile":{"nickname":"\#(nickname)"},"passwordHash":"x","createdAt":1"#
        try write(line(id, rest) + line("persian@b.co", rest.replacing(nickname, with: #"\u0645\u200C\u062E"#)))
        let (code, report, _) = try await run("import", file)
        #expect(code == .refused)
        let invalid: [NSDictionary] = [["line": 1, "reason": "invalid-value"]]
        #expect((report["transfer"] as? NSDictionary)?["invalidLines"] as? [NSDictionary] == invalid)
        #expect(try await AccountsFixture.count(in: data) == 1)
    }

    @Test func `the first of two lines with the same ID wins`() async throws {
        try write(
            (0..<100).map { number in
                line("a\(number)@b.co", #""profile":{},"passwordHash":"first","createdAt":1"#)
                    + line("A\(number)@b.co", #""profile":{},"passwordHash":"second","createdAt":1"#)
            }.joined()
        )
        #expect(
            try await run("import", file).report["transfer"] as? NSDictionary == [
                "lines": 200, "imported": 100, "skipped": 100, "invalid": 0,
            ]
        )
        #expect(Set(try await accounts(in: data).map(\.passwordHash.revealed)) == ["first"])
    }

    @Test func `a strict import ends at the first invalid line, and the accounts before it stay`() async throws {
        try write(lines(0..<5) + "nonsense\n" + lines(5..<10))
        let (code, report, _) = try await run("import", file, "--strict")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-lines")
        #expect(try await AccountsFixture.count(in: data) == 5)
    }

    @Test func `at most a hundred invalid lines are listed`() async throws {
        try write(String(repeating: "x\n", count: 150))
        let (code, report, console) = try await run("import", file)
        #expect(code == .refused)
        let transfer = try #require(report["transfer"] as? NSDictionary)
        #expect(transfer["invalid"] as? Int == 150)
        #expect((transfer["invalidLines"] as? [NSDictionary])?.count == 100)
        #expect(console.error.contains("And 50 more invalid lines."))
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test func `an import of an unreadable file fails, and the message names the reason`() async throws {
        let paths = [
            (folder.path + "/nowhere", "Nothing found at"),
            (folder.path, "‘\(folder.path)’ could not be read: Is a directory."),
        ]
        for (path, message) in paths {
            let (code, report, console) = try await run("import", path)
            #expect(code == .storageFailed, "\(path)")
            #expect(report["reason"] as? String == "file-failed", "\(path)")
            #expect(console.error.contains(message))
            let plain = RecordingConsole()
            #expect(await plain.run(["--data", data, "import", path]) == .storageFailed)
            #expect(plain.output.isEmpty)
        }
    }

    @Test func `a failing store ends the import with a report of its progress`() async throws {
        try write(lines(0..<3))
        try Data("mine".utf8).write(to: URL(filePath: data))
        let (code, report, _) = try await run("import", file)
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "store-unsafe-location")
        #expect((report["transfer"] as? NSDictionary)?["imported"] as? Int == 0)
    }

    // MARK: Batches

    @Test func `D16 an import inserts 256 accounts at a time, and those stay if it is stopped`() async throws {
        try write(lines(0..<600))
        let (gate, accounts) = (Gate(), InMemoryAccountRepository())
        let repository = AccountRepositorySpy(
            wrapping: accounts,
            before: { if case .insert = $0 { await gate.pass() } }
        )
        var repositories = Repositories()
        repositories.accounts = repository
        let runner = CommandRunner(
            Invocation(.importAccounts, file),
            composition: AppComposition(.quick, repositories: repositories),
            console: RecordingConsole()
        )
        let work = Task { await runner.importAccounts() }
        await gate.arrival(of: 256)
        work.cancel()
        await gate.open()
        let result = await work.value
        #expect(result.exitCode == .stopped)
        #expect(result.report["reason"] == .string("cancelled"))
        #expect(result.report["transfer"]?[JSONPath("imported")] == .number("256"))
        #expect(await accounts.count() == 256)

        let rest = await runner.importAccounts()
        #expect(rest.exitCode == .done)
        let transfer = rest.report["transfer"]
        #expect(transfer?[JSONPath("skipped")] == .number("256"))
        #expect(transfer?[JSONPath("imported")] == .number("344"))
        #expect(await accounts.count() == 600)
    }
}
