public import Domain

/// An absolute URL of a web server, by a strict reading of RFC 3986.
///
/// It has no user name, no password and no fragment, and is all in ASCII: a host in another script is written in its
/// ASCII form (`xn--…`), other characters in a path or query as `%` and two hexadecimal digits. It prints without its
/// query, where tokens may be.
public struct HTTPURL: Hashable, Secret {
    /// The scheme of a URL.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// Nobody on the way can read or change anything.
        case https

        /// Everybody on the way can.
        case http

        /// The port where none is named.
        public var port: Int {
            switch self {
            case .https: 443
            case .http: 80
            }
        }
    }

    /// The scheme.
    public let scheme: Scheme

    /// The host.
    public let host: HTTPHost

    /// The port, from 1 to 65,535; that of the scheme where none is named.
    public let port: Int

    /// The path, as it is sent: it begins with `/`.
    public let path: String

    /// The query, as it is sent, without the `?`; nil where there is no `?`.
    public let query: String?

    /// Creates a URL.
    ///
    /// - Parameters:
    ///   - text: `https://host[:port][/path][?query]`, or the same with `http`, in at most ``maximumUTF8Length`` bytes.
    ///   - plainHTTP: Where `http` is allowed.
    /// - Throws: `HTTPRequestError.unsupportedScheme` where the scheme is another; `.userInformationInURL` or
    ///   `.fragmentInURL` where there is such a part; `.insecureURL` where `http` is not allowed; `.invalidURL` where
    ///   the text is no such URL, or is too large.
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

    /// The largest URL in bytes, as RFC 9110 section 4.1 recommends to support at least.
    public static let maximumUTF8Length = 8_000

    /// The whole URL, with scheme and host in lower case and without the scheme's own port.
    public var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// The scheme, the host, and the port unless it is the scheme's own: what decides who gets the request.
    public var origin: String {
        "\(scheme.rawValue)://\(host)" + (port == scheme.port ? "" : ":\(port)")
    }

    /// The URL, with the redaction mark in place of its query.
    public var description: String { origin + path + (query == nil ? "" : "?" + Self.redacted) }

    /// The URL, with the redaction mark in place of its query.
    public var debugDescription: String { description }
}
