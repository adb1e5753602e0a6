import Foundation
import TestSupport

/// A PostgreSQL server that listens on a port of this machine, because a Unix socket has no TLS.
package struct PostgreSQLTLSServer: Sendable {
    /// The program that makes certificates, which PostgreSQL's package needs too.
    private static let openssl = "/usr/bin/openssl"

    private let server: PostgreSQLServer
    private let folder: ServerFolder
    private let port: Int

    /// The path of the certificate of the server, which is its own authority, and is for `localhost` alone.
    package var certificate: String { folder.path + "/server.pem" }

    /// The path of the certificate of another authority.
    package var otherCertificate: String { folder.path + "/other.pem" }

    /// Starts a server with a password.
    ///
    /// - Parameter isOn: Whether it offers TLS; if so, it accepts no connection without.
    /// - Throws: `PostgreSQLPrograms.Failure` if a program fails, or `POSIXError` if there is no folder or no port.
    package init(isOn: Bool = true) async throws {
        folder = try ServerFolder()
        for name in ["server", "other"] {
            try await PostgreSQLPrograms.run(
                Self.openssl,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-keyout", "\(folder.path)/\(name).key", "-out", "\(folder.path)/\(name).pem",
                    "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost",
                ]
            )
        }
        port = try Self.freePort()
        let settings = [
            "listen_addresses": "'127.0.0.1'", "port": "\(port)", "ssl": isOn ? "on" : "off",
            "ssl_cert_file": "'\(folder.path)/server.pem'", "ssl_key_file": "'\(folder.path)/server.key'",
        ]
        server = try await PostgreSQLServer.start(settings: settings, password: "secret")
    }

    /// Returns a connection string.
    ///
    /// - Parameters:
    ///   - host: The name or address of this machine.
    ///   - authority: The path of the certificate that is trusted; nil for a file that is missing.
    /// - Returns: The connection string, with the password.
    package func connectionString(host: String = "localhost", authority: String?) -> String {
        let root = authority ?? folder.path + "/none.pem"
        return "postgresql://accounts:secret@\(host):\(port)/accounts?sslrootcert=\(root)"
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}
