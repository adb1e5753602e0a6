import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import ServerSupport
import Testing
import TestSupport

/// Tests of real processes that share the folder of a session and call its server over sockets.
@Suite(.timeLimit(.minutes(5)))
struct ManyProcessesTests {
    private static let count = 8
    private static let rounds = 4

    private static func description(_ origin: String) -> String {
        let tokens = #""token": {"json": "token"}, "lifetime": 600, "refreshToken": {"json": "refreshToken"}"#
        return """
            {
              "baseURL": "\(origin)",
              "signUp": {
                "method": "POST", "path": "/users", "body": {"id": "$id", "password": "$password"}, \(tokens)
              },
              "signIn": {
                "method": "POST", "path": "/sessions", "body": {"id": "$id", "password": "$password"}, \(tokens)
              },
              "refresh": {"method": "POST", "path": "/refresh", "body": {"token": "$refreshToken"}, \(tokens)}
            }
            """
    }

    /// A process with 100 callers.
    private struct Caller {
        private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "SessionCaller").path()

        private let process: ChildProcess
        private let input = Pipe()
        private let output = Pipe()

        init(in folder: String, _ description: String) throws {
            process = try ChildProcess(
                Self.program,
                [folder, description],
                input: input.fileHandleForReading,
                output: output.fileHandleForWriting
            )
            try input.fileHandleForReading.close()
            try output.fileHandleForWriting.close()
        }

        func call() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

        func line() throws -> String {
            var line = Data()
            while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8), !byte.isEmpty
            {
                line += byte
            }
            return String(decoding: line, as: UTF8.self)
        }

        func end() throws -> Bool {
            try input.fileHandleForWriting.close()
            return process.wait() == .exit(0)
        }
    }

    @Test func `8 processes with 100 callers each refresh an expired token once`() async throws {
        let (folder, requests) = (TemporaryFolder(), MessageLog<String>())
        let server = InMemoryAccountServer(
            try AccountAPI(describedBy: Array(Self.description("http://127.0.0.1").utf8))
        )
        let listener = try server.listen {
            requests.append($0.url.path)
            return nil
        }
        let description = Self.description(listener.origin)
        let app = AppComposition(
            .remote(RemoteBackend(api: try AccountAPI(describedBy: Array(description.utf8)))),
            repositories: Repositories(folder: StorageDirectory(path: folder.path)),
            dates: DateGenerator { Date() - 3_600 }
        )
        let form = AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"])
        var tokens = [try #require(try await app.signUp(form).session?.token.revealed)]
        await app.shutDown()

        let callers = try (0..<Self.count).map { _ in try Caller(in: folder.path, description) }
        for caller in callers { #expect(try caller.line() == "ready") }
        for _ in 0..<Self.rounds {
            for caller in callers { try caller.call() }
            let lines = try callers.map { try $0.line() }
            #expect(Set(lines).count == 1)
            tokens.append(lines[0])
        }
        for caller in callers { #expect(try caller.end()) }
        #expect(requests.messages == ["/users"] + Array(repeating: "/refresh", count: Self.rounds))
        #expect(Set(tokens).count == 1 + Self.rounds)
        #expect(tokens.allSatisfy { !$0.contains(" ") && !$0.isEmpty })
    }
}
