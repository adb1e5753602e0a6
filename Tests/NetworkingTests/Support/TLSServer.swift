#if canImport(Glibc)
import Foundation
import Glibc
import TestSupport

/// A server with a certificate that nobody has signed but itself, made by the program `openssl`.
///
/// It answers with a page about the connection, or passes on what it gets and is given.
final class TLSServer: Sendable {
    static let program = "/usr/bin/openssl"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    let port: Int

    /// The certificate, which is its own service.
    let certificate: String

    /// What the server gets, where it answers with no page; what is written into ``input`` it sends.
    let output: FileHandle
    let input: FileHandle

    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Starts a server whose certificate is for one name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - owner: Whose certificate it is; services are told apart by that.
    ///   - form: How it answers.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` where there is no such server now.
    init(name: String, owner: String = "test", _ form: [String] = ["-www"]) throws {
        folder = TemporaryFolder()
        certificate = folder.path + "/certificate.pem"
        let key = folder.path + "/key.pem"
        let request = try Self.start([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", key, "-out", certificate, "-subj", "/CN=\(owner)", "-addext", "subjectAltName=\(name)",
        ])
        _ = request.process.wait()
        let server = try Self.start(["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key] + form)
        process = server.process
        output = server.output
        input = server.input
        var said = ""
        while !said.contains(#/ACCEPT .*:\d+\n/#) {
            let more = server.output.availableData
            guard !more.isEmpty else { throw POSIXError(.EIO) }
            said += String(decoding: more, as: UTF8.self)
        }
        port = said.firstMatch(of: #/ACCEPT .*:(\d+)\n/#).flatMap { Int($0.output.1) } ?? 0
    }

    /// Ends the server, and with it every connection, without a word.
    ///
    /// It inherits that the signals by which processes are asked to end are blocked.
    func kill() {
        process.signal(SIGKILL)
    }

    /// Makes a folder, as OpenSSL has it, whose only service is the certificate.
    ///
    /// - Returns: Its path; it stays as long as the server.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` where it cannot be made.
    func makeAuthoritiesFolder() throws -> String {
        _ = try Self.start(["rehash", folder.path]).process.wait()
        return folder.path
    }

    private static func start(
        _ arguments: [String]
    ) throws -> (process: ChildProcess, output: FileHandle, input: FileHandle) {
        let (output, input) = (Pipe(), Pipe())
        let process = try ChildProcess(
            program,
            arguments,
            input: input.fileHandleForReading,
            output: output.fileHandleForWriting,
            error: FileHandle(forWritingAtPath: "/dev/null")
        )
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
        return (process, output.fileHandleForReading, input.fileHandleForWriting)
    }
}
#endif
