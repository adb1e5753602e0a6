#if canImport(Glibc)
import Foundation
import Glibc
import TestSupport

/// A server with a certificate that nobody has signed but itself, made by the program `openssl`.
final class TLSServer: Sendable {
    static let program = "/usr/bin/openssl"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    let port: Int

    /// The certificate, which is its own authority.
    let certificate: String

    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Starts a server whose certificate is for one name.
    init(name: String) throws {
        folder = try TemporaryFolder()
        certificate = folder.path + "/certificate.pem"
        let key = folder.path + "/key.pem"
        let request = try Self.start([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-keyout", key, "-out", certificate, "-subj", "/CN=test", "-addext", "subjectAltName=\(name)",
        ])
        _ = request.process.wait()
        let server = try Self.start(["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", key])
        process = server.process
        var said = ""
        while !said.contains(#/ACCEPT .*:\d+\n/#) {
            let more = server.output.availableData
            guard !more.isEmpty else { throw POSIXError(.EIO) }
            said += String(decoding: more, as: UTF8.self)
        }
        port = said.firstMatch(of: #/ACCEPT .*:(\d+)\n/#).flatMap { Int($0.output.1) } ?? 0
    }

    deinit {
        // It inherits that the signals by which processes are asked to end are blocked.
        process.signal(SIGKILL)
        _ = process.wait()
    }

    private static func start(_ arguments: [String]) throws -> (process: ChildProcess, output: FileHandle) {
        let pipe = Pipe()
        let process = try ChildProcess(
            program,
            arguments,
            output: pipe.fileHandleForWriting,
            error: .nullDevice
        )
        try pipe.fileHandleForWriting.close()
        return (process, pipe.fileHandleForReading)
    }
}
#endif
