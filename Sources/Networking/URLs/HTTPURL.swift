public import Domain

/// An absolute `https` or `http` URL that strictly follows RFC 3986.
///
/// It has no user name, no password and no fragment, and consists of ASCII: a host in another script has its ASCII form
/// (`xn--…`), and other characters in a path or query are percent-encoded. Its description does not show the query,
/// which may contain tokens.
public struct HTTPURL: Hashable, Secret {
    /// The scheme of a URL.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// HTTP over TLS.
        case https
        /// HTTP without protection.
        case http

        /// The default port.
        public var port: Int { self == .https ? 443 : 80 }
    }

    /// The scheme.
    public let scheme: Scheme

    /// The host.
    public let host: HTTPHost

    /// The port, from 1 to 65,535; by default that of the scheme.
    public let port: Int

    /// The path as it is sent; it begins with `/`.
    public let path: String

    /// The query as it is sent, without the `?`; nil for none.
    public let query: String?

    /// Creates a URL.
    ///
    /// - Parameters:
    ///   - text: `https://host[:port][/path][?query]`, or the same with `http`, in at most ``maximumUTF8Length`` bytes.
    ///   - plainHTTP: The hosts for which `http` is allowed.
    /// - Throws: `HTTPRequestError.unsupportedScheme`, `.userInformationInURL`, `.fragmentInURL`, `.insecureURL` if
    ///   `http` is not allowed, or `.invalidURL`.
    public init(_ text: String, plainHTTP: PlainHTTP = .loopbackOnly) throws(HTTPRequestError) {
        guard text.utf8.count <= Self.maximumUTF8Length else { throw .invalidURL }
        var rest = Substring(text)
        guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), URLGrammar.isScheme(rest[..<colon]) else {
            throw .invalidURL
        }
        guard let scheme = Scheme(rawValue: rest[..<colon].lowercased()) else { throw .unsupportedScheme }
        rest = rest[rest.utf8.index(after: colon)...]
        guard rest.utf8.starts(with: "//".utf8) else { throw .invalidURL }
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]

        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        let authority = rest[..<(rest.utf8.firstIndex(where: isEnd) ?? rest.endIndex)]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .userInformationInURL }
        let target = rest[authority.endIndex...]
        guard !target.utf8.contains(UInt8(ascii: "#")) else { throw .fragmentInURL }
        guard let (host, port) = URLGrammar.hostAndPort(authority) else { throw .invalidURL }

        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = target[..<(mark ?? target.endIndex)]
        let query = mark.map { target[target.utf8.index(after: $0)...] }
        guard URLGrammar.isPath(path), query.map(URLGrammar.isQuery) ?? true else { throw .invalidURL }
        guard scheme == .https || plainHTTP == .anywhere || host.isLoopback else { throw .insecureURL }

        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.port
        self.path = path.isEmpty ? "/" : String(path)
        self.query = query.map { String($0) }
    }

    /// The largest size in bytes, the minimum that RFC 9110 section 4.1 recommends.
    public static let maximumUTF8Length = 8_000

    /// The whole URL, with scheme and host in lower case and without the default port.
    public var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// The scheme, the host, and the port unless it is the default port.
    public var origin: String {
        "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
    }

    /// The URL, with the redaction mark in place of its query.
    public var description: String { origin + path + (query == nil ? "" : "?" + Self.redacted) }
}

/// The hosts for which a URL may use `http`, without protection of its contents.
public enum PlainHTTP: Hashable, Sendable, CaseIterable {
    /// Only this machine: `localhost`, `127.0.0.0/8` and `::1`.
    case loopbackOnly
    /// Any host.
    case anywhere
}
