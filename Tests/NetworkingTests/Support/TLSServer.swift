#if canImport(Glibc)
import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server with a self-signed certificate, which runs the program `openssl`.
///
/// It answers with a page about the connection, or forwards bytes between the client and the test.
final class TLSServer: Sendable {
    static let program = "/usr/bin/openssl"
    static let isAvailable = FileManager.default.isExecutableFile(atPath: program)

    let port: Int

    /// The path of the certificate, which is its own authority.
    let certificate: String

    /// The bytes from the client, unless the server answers with a page; bytes that are written to ``input`` are sent.
    let output: FileHandle
    let input: FileHandle

    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Starts a server whose certificate is for one name.
    ///
    /// - Parameters:
    ///   - name: The name, such as `DNS:localhost`.
    ///   - owner: The subject of the certificate, which distinguishes authorities.
    ///   - form: The arguments of `openssl s_server` for the answer.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` if the server cannot be started.
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

    /// Kills the server, which closes every connection without a closing message.
    ///
    /// The server inherits a mask that blocks the usual termination signals, so SIGKILL is used.
    func kill() {
        process.signal(SIGKILL)
    }

    /// Makes a folder of certificate authorities for OpenSSL, with the server's certificate alone.
    ///
    /// - Returns: The path of the folder, which exists as long as the server.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` if the folder cannot be made.
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

/// A server of one connection with the part of HTTP/2 (RFC 9113) that a request and its response need.
final class HTTP2Server: Sendable {
    /// A frame (section 4.1) of the stream of a response, or of the connection, which is stream 0.
    struct Frame: Sendable {
        let kind: UInt8
        var flags: UInt8 = 0
        var isOfConnection = false
        var payload: [UInt8] = []

        /// A head with uncompressed fields and the status 200, entry 8 of the HPACK table (RFC 7541 appendix A).
        static func head(_ fields: [(String, String)] = [], isLast: Bool = false) -> Frame {
            var payload: [UInt8] = [0x88]
            for (name, value) in fields {
                payload += [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
            }
            return Frame(kind: 1, flags: isLast ? 5 : 4, payload: payload)
        }

        static func data(_ bytes: [UInt8], isLast: Bool = true) -> Frame {
            Frame(kind: 0, flags: isLast ? 1 : 0, payload: bytes)
        }

        /// A reset of the stream, with an error code of section 7.
        static func reset(_ code: UInt8) -> Frame { Frame(kind: 3, payload: [0, 0, 0, code]) }

        /// A GOAWAY frame with the last stream that the server has answered.
        static func goAway(last: UInt8) -> Frame {
            Frame(kind: 7, isOfConnection: true, payload: [0, 0, 0, last, 0, 0, 0, 0])
        }

        func bytes(stream: UInt8) -> [UInt8] {
            let size = payload.count
            return [UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255), kind, flags, 0, 0, 0]
                + [isOfConnection ? 0 : stream] + payload
        }
    }

    let tls: TLSServer
    private let asked = Mutex(0)

    /// The number of requests.
    var requestCount: Int { asked.withLock { $0 } }

    /// Starts a server that answers every request with the same frames.
    ///
    /// - Parameters:
    ///   - frames: The frames of the answer.
    ///   - ends: Whether the server exits after the answer.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` if the server cannot be started.
    init(_ frames: [Frame], ends: Bool = false) throws {
        // The program treats lines with certain first letters as commands; a frame begins with its size instead.
        let tls = try TLSServer(name: "DNS:localhost", ["-alpn", "h2"])
        self.tls = tls
        Thread.detachNewThread { [weak self] in
            // Writing to a program that has exited must be an error, not a signal that ends this process.
            var blocked = sigset_t()
            sigemptyset(&blocked)
            sigaddset(&blocked, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &blocked, nil)
            Self.serve(tls.output) { stream in
                self?.asked.withLock { $0 += 1 }
                // The client may have closed the connection.
                try? tls.input.write(contentsOf: frames.flatMap { $0.bytes(stream: stream) })
                if ends { tls.kill() }
            } greet: {
                let greeting = Frame(kind: 4, isOfConnection: true)
                let agreement = Frame(kind: 4, flags: 1, isOfConnection: true)
                try? tls.input.write(contentsOf: greeting.bytes(stream: 0) + agreement.bytes(stream: 0))
            }
        }
    }

    deinit {
        // Otherwise the thread would read forever.
        tls.kill()
    }

    /// Reads frames until the end of the input, and calls `answer` for each complete request.
    private static func serve(_ output: FileHandle, answer: (UInt8) -> Void, greet: () -> Void) {
        var bytes: [UInt8] = []
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        var isGreeted = false
        while true {
            let more = output.availableData
            guard !more.isEmpty else { return }
            bytes += more
            if !isGreeted, let range = bytes.firstRange(of: preface) {
                bytes.removeSubrange(..<range.upperBound)
                isGreeted = true
                greet()
            }
            while isGreeted, bytes.count >= 9 {
                let size = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
                guard bytes.count >= 9 + size else { break }
                let (kind, flags, stream) = (bytes[3], bytes[4], bytes[8])
                bytes.removeSubrange(..<(9 + size))
                // A HEADERS or DATA frame that ends the stream.
                if kind <= 1, flags & 1 == 1 { answer(stream) }
            }
        }
    }
}
#endif
