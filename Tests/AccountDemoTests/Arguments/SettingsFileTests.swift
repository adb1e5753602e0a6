import AccountDemo
import Foundation
import TestSupport
import Testing

/// Tests of the program with a settings file and with a preset.
struct SettingsFileTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: String...) async throws -> DemoProcess.Ending {
        try await DemoProcess.run(arguments, input: Data("password1\n".utf8), environment: ["HOME": folder.path])
    }

    private func write(_ settings: String) throws -> String {
        try Data(settings.utf8).write(to: URL(filePath: folder.path + "/settings.json"))
        return folder.path + "/settings.json"
    }

    @Test func `the command line overrides the folder and the language of the settings file`() async throws {
        let file = try write(#"{"folder": "\#(folder.path)/a", "language": "ko", "preset": "accounts"}"#)
        let signUp = try await run("--config", file, "sign-up", "kim1", "--nickname", "Kim!")
        #expect(signUp.exitCode == 0)
        #expect(signUp.output.contains("가입"))
        let status = try await run("--config", file, "--language", "en", "status")
        #expect(status.exitCode == 0)
        #expect(status.output == "kim1 is signed in.\n")
        #expect(try await run("--config", file, "--in-memory", "status").exitCode == 1)
    }

    @Test func `a preset changes the fields that the form needs`() async throws {
        let data = folder.path + "/data"
        let arguments = ["--data", data, "--json", "sign-up", "kim1", "--nickname", "Kim"]
        let start = try await DemoProcess.run(arguments, input: Data("password1\n".utf8))
        #expect(try jsonObject(start.output)["reason"] as? String == "invalid-input")
        let accounts = try await DemoProcess.run(["--preset", "accounts"] + arguments, input: Data("password1\n".utf8))
        #expect(accounts.exitCode == 0)
    }

    @Test func `all wrong settings are reported at once, and nothing is created`() async throws {
        let file = try write(#"{"folder": "relative", "speed": 2, "preset": "remote"}"#)
        let ending = try await run("--config", file, "sign-up", "kim1", "--nickname", "Kim")
        #expect(ending.exitCode == 64)
        #expect(ending.error.contains("‘folder’"))
        #expect(ending.error.contains("‘speed’"))
        #expect(ending.error.contains("needs a server"))
        let broken = try write("{\n\"preset\":\n\"shop\",}")
        let syntax = try await run("--config", broken, "status")
        #expect(syntax.exitCode == 64)
        #expect(
            syntax.error.contains("Line 3, character 8: a character is missing or not expected."),
            "\(syntax.error)"
        )
        let missing = try await run("--preset", "remote", "status")
        #expect(missing.exitCode == 64)
        #expect(missing.error.contains("needs a server"))
        #expect(try await run("--config", folder.path + "/none.json", "status").exitCode == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["settings.json"])
    }

    @Test func `no usage error shows the password of a connection string`() async throws {
        let url = "postgresql://kim:canary@/accounts"
        let settings = try write(#"{"\#(url)": 1}"#)
        let data = ["--data", folder.path + "/data"]
        for arguments in [
            data + [url], data + ["accounts", url], data + ["export", url], ["--data", url, "accounts"],
            ["--config", settings, "accounts"], ["--config", url, "accounts"], data + ["--databse=" + url, "accounts"],
        ] {
            let ending = try await DemoProcess.run(arguments, environment: ["HOME": folder.path])
            #expect(!(ending.output + ending.error).contains("canary"), "\(arguments): \(ending.error)")
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["--config", "--api"], ["large", "fifo", "folder", "/dev/zero"])
    func `settings that are too large, or not in a regular file, are refused at once`(
        option: String,
        name: String
    ) async throws {
        let path = name.hasPrefix("/") ? name : folder.path + "/" + name
        switch name {
        case "large": try Data(repeating: 0x20, count: 1 << 20 + 1).write(to: URL(filePath: path))
        case "fifo": try #require(mkfifo(path, 0o600) == 0)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default: break
        }
        let ending = try await run("--server", "http://127.0.0.1:1", option, path, "status")
        #expect(ending.exitCode == 64)
        let reason = name == "large" ? "The file ‘\(path)’ is larger than 1 MiB" : "‘\(path)’ is not a regular file."
        #expect(ending.error.hasPrefix(reason), "\(ending.error)")
    }

    @Test func `the server of the command line overrides the file's, and the preset stays the same`() async throws {
        let server = "http://127.0.0.1:1"
        let file = try write(#"{"preset": "remote", "server": "https://example.com", "inMemory": true}"#)
        for arguments in [["--config", file], ["--preset", "remote"]] {
            let signUp = try await DemoProcess.run(
                arguments + ["--server", server, "--json", "sign-up", "kim"],
                input: Data("password1\n".utf8),
                environment: ["HOME": folder.path]
            )
            // The preset requires a name, an e-mail address and a telephone number, so no request is sent.
            #expect(try jsonObject(signUp.output)["reason"] as? String == "invalid-input")
        }
        let unused = try await run("--preset", "accounts", "--server", server, "status")
        #expect(unused.exitCode == 64)
        #expect(unused.error.contains("accounts"))
        let free = try await run("--server", server, "--json", "sign-up", "kim")
        #expect(try jsonObject(free.output)["reason"] as? String != "invalid-input" && free.exitCode != 64)
    }
}
