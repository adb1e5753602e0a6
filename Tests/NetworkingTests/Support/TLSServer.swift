#if canImport(Glibc)
import Foundation
import Glibc
import Synchronization
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

/// A server of one connection that speaks as much of HTTP/2 (RFC 9113) as it takes to be asked and to answer.
final class HTTP2Server: Sendable {
    /// A frame (section 4.1) of the one stream that is answered on, or of the connection, which is stream 0.
    struct Frame: Sendable {
        let kind: UInt8
        var flags: UInt8 = 0
        var isOfConnection = false
        var payload: [UInt8] = []

        /// Fields, without compression, behind a status of the table of HPACK: 8 is 200 (RFC 7541 appendix A).
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

        /// The end of the stream, for a reason of section 7.
        static func reset(_ code: UInt8) -> Frame { Frame(kind: 3, payload: [0, 0, 0, code]) }

        /// The end of the connection, which has answered streams up to one.
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

    /// How many requests there were so far.
    var requestCount: Int { asked.withLock { $0 } }

    /// Starts a server that answers every request the same.
    ///
    /// - Parameters:
    ///   - frames: The answer.
    ///   - ends: Whether the server ends behind it.
    /// - Throws: `ChildProcess.Failure` or `POSIXError` where there is no such server now.
    init(_ frames: [Frame], ends: Bool = false) throws {
        // The program takes what begins with some letters for its own; a frame begins with its size.
        let tls = try TLSServer(name: "DNS:localhost", ["-alpn", "h2"])
        self.tls = tls
        Thread.detachNewThread { [weak self] in
            // Writing to a program that has ended is an error, and not the end of this process.
            var blocked = sigset_t()
            sigemptyset(&blocked)
            sigaddset(&blocked, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &blocked, nil)
            Self.serve(tls.output) { stream in
                self?.asked.withLock { $0 += 1 }
                // A client that has gone does not want it.
                try? tls.input.write(contentsOf: frames.flatMap { $0.bytes(stream: stream) })
                if ends { tls.kill() }
            } greet: {
                let greeting = Frame(kind: 4, isOfConnection: true)
                let agreement = Frame(kind: 4, flags: 1, isOfConnection: true)
                // Nor this.
                try? tls.input.write(contentsOf: greeting.bytes(stream: 0) + agreement.bytes(stream: 0))
            }
        }
    }

    deinit {
        // Otherwise the thread would read for ever.
        tls.kill()
    }

    /// Reads frames until nothing comes any more, and tells of each request once it is whole.
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
                // Fields or a body, and the end of the stream with it.
                if kind <= 1, flags & 1 == 1 { answer(stream) }
            }
        }
    }
}
#endif
