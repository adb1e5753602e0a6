import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import TestSupport
import Testing

/// Tests of the filter for texts of users that the program prints.
struct PrintableTests {
    private static let unprintable = [
        "\u{1B}", "\u{07}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{202C}", "\u{2066}", "\u{2069}", "\u{2028}", "\u{2029}",
        "\u{200E}", "\u{FEFF}", "\u{E0041}",
    ]

    @Test(arguments: unprintable)
    func `an unprintable character is replaced in text and escaped in JSON`(character: String) throws {
        let text = "a" + character + "b\n"
        #expect(text.printable == "a\u{FFFD}b\n")
        #expect("ab\n".printable == "ab\n")
        let json = String(decoding: JSONValue.string("a" + character).bytes, as: UTF8.self)
        #expect(!json.printableJSON.unicodeScalars.contains { $0.isUnprintable })
        #expect(try JSONValue(reading: Array(json.printableJSON.utf8)) == .string("a" + character))
        #expect(Character(character).shown == "\u{FFFD}")
    }

    @Test(arguments: ["a", "é", "e\u{301}", "한", "👩‍👩‍👧‍👦", "❤️", "\u{645}\u{6CC}\u{200C}\u{62E}", " ", "\u{A0}", "\u{E000}"])
    func `a character of a name is printed as it is`(text: String) {
        #expect(Array(text.printable.utf8) == Array(text.utf8))
        #expect(Array(text.printableJSON.utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        ("postgresql://kim:canary@/accounts", "postgresql://kim:***@/accounts"),
        ("/home/postgresql:/kim:can@ary@one,two:5432/x", "/home/postgresql:/kim:***@one,two:5432/x"),
        ("postgresql://kim:can/ary@/accounts", "postgresql://kim:***@/accounts"),
        ("postgresql:///x?user=kim&password=canary&host=y", "postgresql:///x?user=kim&password=***&host=y"),
        ("host=x PassWord = canary user=kim", "host=x PassWord = *** user=kim"),
        (#"host=x password=can&a\ ry@y user=kim"#, "host=x password=*** user=kim"),
        ("postgresql://kim:can&a ry%40@y/x", "postgresql://kim:***@y/x"),
        ("postgres:///x?password=can ary&host=y", "postgres:///x?password=***&host=y"),
        ("postgresql://y/x?user=kim&%70assword=canary", "postgresql://y/x?***"), ("password=•••", "password=•••"),
        (#"sslpassword='can\'a ry' user=kim"#, "sslpassword=*** user=kim"), ("password='canary", "password=***"),
        ("https://kim:canary@x:8443/a@b", "https://kim:***@x:8443/a@b"),
        ("https://example.com:8443/a@b", "https://example.com:8443/a@b"), ("kim:x@example.com", "kim:x@example.com"),
    ])
    func `the password of a connection string is masked`(text: String, masked: String) {
        #expect(text.maskingPasswords == masked)
    }

    @Test func `no command prints an unprintable character of a stored account`() async throws {
        let folder = TemporaryFolder()
        let nickname = Self.unprintable.filter { $0.unicodeScalars.allSatisfy { $0.value > 0x9F } }.joined()
        let id = "abcdef\u{202E}@gmail.com"
        let repository = FileAccountRepository(folder: StorageDirectory(path: folder.path + "/data"))
        try await repository.insert(
            Account(
                id: try AccountID(id),
                profile: Profile(nickname: try Nickname("Kim" + nickname)),
                passwordHash: PasswordHash("x"),
                createdAt: Date()
            )
        )
        let commands = [
            ["accounts"], ["accounts", "--json"], ["export"], ["sign-up", id, "--nickname", "Kim"],
            ["sign-up", "abcdef@gmail.com", "--nickname", "Kim\u{202E}"], ["export", folder.path + "/\u{202E}/x"],
            ["\u{1B}[31m"], ["verify", "\u{2028}"], ["--data", folder.path + "/\u{2066}", "accounts"],
        ]
        for command in commands {
            let console = RecordingConsole(columns: 80)
            let data = command.contains("--data") ? [] : ["--data", folder.path + "/data"]
            _ = await console.run(data + command)
            let printed = (console.output + console.error).unicodeScalars
            #expect(!printed.contains { $0.isUnprintable && $0 != "\n" }, "\(command)")
            #expect(!printed.isEmpty)
        }
    }

    @Test(arguments: [
        ("abc\u{202E}def@gmail.com", "Kim", "id"), ("abcdef@gmail.com", "Kim\u{2066}", "nickname"),
        ("abcdef@gmail.com", "Kim\u{2029}", "nickname"),
    ])
    func `sign-up refuses an invisible character, and names the field`(
        id: String,
        nickname: String,
        field: String
    ) async throws {
        let folder = TemporaryFolder()
        let data = folder.path + "/data"
        let (code, report, _) = try await Program.report(["sign-up", id, "--nickname", nickname], data: data)
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == field)
        #expect(!FileManager.default.fileExists(atPath: data))
    }
}
