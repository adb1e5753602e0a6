import Domain
import Foundation
import TestSupport
import Testing

/// Tests of the arguments, streams and exit codes of the built program.
struct ProcessTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    private func run(_ arguments: [String], input: Data = Data("password1\n".utf8)) async throws -> DemoProcess.Ending {
        try await DemoProcess.run(["--data", data, "--json"] + arguments, input: input)
    }

    private static let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]

    @Test func `S1.1 S1.3 S1.9 S1.10 an account persists from one process to the next`() async throws {
        let steps: [(arguments: [String], code: Int32)] = [
            (["status"], 1), (Self.signUp, 0), (["status"], 0), (Self.signUp, 1), (["sign-out"], 0), (["status"], 1),
            (["sign-in", "abcdef@gmail.com"], 0), (["status"], 0), (["delete-account", "--yes"], 0), (["status"], 1),
            (["sign-in", "abcdef@gmail.com"], 1), (Self.signUp, 0),
        ]
        for (place, step) in steps.enumerated() {
            let ending = try await run(step.arguments)
            #expect(ending.exitCode == step.code, "step \(place): \(step.arguments) \(ending.output)")
        }
    }

    @Test func `two lines of standard input change the password, and the last line needs no line break`() async throws {
        #expect(try await run(Self.signUp, input: Data("password1".utf8)).exitCode == 0)
        func change(_ input: String) async throws -> Int32 {
            try await run(["change-password"], input: Data(input.utf8)).exitCode
        }
        #expect(try await change("password1\n") == 1)
        #expect(try await change("password2\npassword3\n") == 1)
        #expect(try await change("password1\npassword3") == 0)
        #expect(try await run(["sign-in", "abcdef@gmail.com"]).exitCode == 1)
        #expect(try await run(["sign-in", "abcdef@gmail.com"], input: Data("password3\nrest".utf8)).exitCode == 0)
    }

    @Test func `a password and a one-time password that are piped together sign in`() async throws {
        #expect(try await run(Self.signUp).exitCode == 0)
        let begun = try await run(["totp", "enable"]).output
        let key = try #require(begun.firstMatch(of: /"key":"([A-Z2-7]+)"/)).output.1
        let totp = TOTP(try #require(TOTPSecret(base32: String(key))))
        let step = totp.step(at: Date())
        let code = totp.revealedPassword(ofStep: step)
        #expect(try await run(["totp", "enable", "--code", code]).exitCode == 0)
        #expect(try await run(["sign-out"]).exitCode == 0)
        let lines = "password1\n" + totp.revealedPassword(ofStep: step + 1)
        #expect(try await run(["sign-in", "abcdef@gmail.com"], input: Data(lines.utf8)).exitCode == 0)
    }

    @Test func `T5 no output or file contains a password, and no output contains a hash`() async throws {
        let canary = Data("canary-password\ncanary-new-password\n".utf8)
        let steps = [
            Self.signUp, ["status"], Self.signUp, ["sign-out"], ["sign-in", "abcdef@gmail.com"], ["change-password"],
            ["sign-in", "abcdef@gmail.com"], ["sign-in", "nobody@gmail.com"], ["change-password"], ["accounts"],
            ["verify"], ["delete-account", "--yes"],
        ]
        for (place, step) in steps.enumerated() {
            let ending = try await run(step, input: canary)
            #expect(!ending.output.contains("canary"), "step \(place): \(step)")
            #expect(!ending.error.contains("canary"), "step \(place): \(step)")
            #expect(!ending.output.contains("$y$"), "step \(place): \(step)")
            #expect(!ending.error.contains("$y$"), "step \(place): \(step)")
            #expect(try folder.contents().range(of: Data("canary".utf8)) == nil, "step \(place): \(step)")
        }
        #expect(try folder.contents().range(of: Data("$y$".utf8)) == nil)
    }

    @Test(arguments: [
        Data(), Data("\n".utf8), Data([0xFF, 0xFE, 0x0A]), Data("pass\0word1\n".utf8),
        Data(repeating: 0x61, count: 1 << 20), Data(repeating: 0x61, count: 5 << 20),
    ])
    func `standard input without a valid password is rejected, and nothing is written`(input: Data) async throws {
        let ending = try await run(Self.signUp, input: input)
        #expect(ending.exitCode == 1)
        let report = try jsonObject(ending.output)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == "password")
        #expect(!ending.error.isEmpty)
        #expect(ending.error.utf8.count < 500)
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test func `an ID of a hundred kilobytes is rejected, and nothing is written`() async throws {
        let id = String(repeating: "a", count: 100_000) + "@gmail.com"
        for command in [["sign-up", id, "--nickname", "Kim"], ["sign-in", id]] {
            let ending = try await run(command)
            #expect(ending.exitCode == 1)
            #expect(try jsonObject(ending.output)["field"] as? String == "id")
            #expect(ending.error.utf8.count < 500)
        }
        #expect(!FileManager.default.fileExists(atPath: data))
    }

    @Test func `an argument that is not UTF-8 is a usage error`() async throws {
        // A shell can pass bytes that a Swift string cannot contain.
        let shell = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" --in-memory sign-in \"$(printf '\\377')\" 2>/dev/null </dev/null",
                DemoProcess.executable.path(),
            ]
        )
        #expect(try await shell.ending == .exit(64))
    }

    @Test func `only the owner can open the created folders and files, whatever the umask`() async throws {
        let shell = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "umask 000; printf 'password1\\n' | \"$0\" --data \"$1\" sign-up abcdef@gmail.com --nickname Kim >/dev/null",
                DemoProcess.executable.path(), folder.path + "/one/two/three",
            ]
        )
        #expect(try await shell.ending == .exit(0))
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(Set(paths).isSuperset(of: ["one/two/three/accounts.store", "one/two/three/session.json"]))
        for path in paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test func `without --data the accounts are stored in the XDG data folder`() async throws {
        let environment = ["XDG_DATA_HOME": folder.path, "HOME": "/nonexistent"]
        let ending = try await DemoProcess.run(Self.signUp, input: Data("password1\n".utf8), environment: environment)
        #expect(ending.exitCode == 0)
        #if !canImport(Darwin)  // Application Support is in the home folder there.
        #expect(FileManager.default.fileExists(atPath: folder.path + "/account-flow/accounts.store"))
        #endif
    }

    @Test(arguments: [(["--in-memory"], "There is no command"), (["--in-memory", "frobnicate"], "frobnicate")])
    func `a usage error goes to standard error alone`(arguments: [String], message: String) async throws {
        let ending = try await DemoProcess.run(arguments)
        #expect(ending.exitCode == 64)
        #expect(ending.output == "")
        #expect(ending.error.contains(message))
    }
}
