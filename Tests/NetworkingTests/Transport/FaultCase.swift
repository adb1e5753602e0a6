import Networking

/// Responses that servers give in good and in bad faith, and what becomes of them.
struct FaultCase: Sendable, CustomStringConvertible {
    /// What the server does behind its response.
    enum Ending: Sendable {
        case keep
        case close
        case reset
    }

    /// What the client is to get.
    enum Expectation: Hashable, Sendable {
        case value(Int, String)
        case error(TransportError)
    }

    let description: String
    let response: [UInt8]
    let ending: Ending
    let expected: Expectation

    init(_ name: String, _ response: String, _ ending: Ending = .keep, _ expected: Expectation) {
        self.init(name, Array(response.utf8), ending, expected)
    }

    init(_ name: String, _ response: [UInt8], _ ending: Ending, _ expected: Expectation) {
        description = name
        self.response = response
        self.ending = ending
        self.expected = expected
    }

    static let limits = TransportLimits(timeout: .seconds(5), fieldBytes: 20_000, fieldCount: 50, bodyBytes: 10_000)

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let five = "Content-Length: 5\r\n"
    private static let chunked = "Transfer-Encoding: chunked\r\n"
    private static let hello = Expectation.value(200, "hello")
    private static let tooManyFields = TransportError.tooLarge(maximumUTF8Length: 20_000)
    private static let tooMuchBody = TransportError.tooLarge(maximumUTF8Length: 10_000)

    /// `hello`, compressed by gzip.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]

    private static func zipped(_ bytes: [UInt8], size: Int? = nil) -> [UInt8] {
        Array("\(ok)Content-Encoding: gzip\r\nContent-Length: \(size ?? bytes.count)\r\n\r\n".utf8) + bytes
    }

    static let all: [FaultCase] = bodies + endings + lengths + statuses + fields + challenges

    private static let bodies = [
        FaultCase("a body with its size", "\(ok)\(five)\r\nhello", .keep, hello),
        FaultCase("a body that ends with the connection", "\(ok)\r\nhello", .close, hello),
        FaultCase("a body of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", .close, hello),
        FaultCase("chunks", "\(ok)\(chunked)\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", .keep, hello),
        FaultCase("chunks with extensions", "\(ok)\(chunked)\r\n5;a=b\r\nhello\r\n0;c\r\n\r\n", .keep, hello),
        FaultCase("fields behind the chunks", "\(ok)\(chunked)\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n", .keep, hello),
        FaultCase("a chunk without end", "\(ok)\(chunked)\r\n5\r\nhel", .close, .error(.truncated)),
        FaultCase("chunks without the last one", "\(ok)\(chunked)\r\n5\r\nhello\r\n", .close, .error(.truncated)),
        FaultCase("a chunk of no size", "\(ok)\(chunked)\r\nxyz\r\nhello\r\n0\r\n\r\n", .keep, .error(.truncated)),
        FaultCase(
            "a chunk beyond all sizes",
            "\(ok)\(chunked)\r\nFFFFFFFFFFFFFFFFFF\r\nhello",
            .keep,
            .error(.truncated)
        ),
        FaultCase("gzip", zipped(gzip), .keep, hello),
        FaultCase("gzip that is none", zipped(Array("hello".utf8)), .keep, .error(.invalidResponse)),
        FaultCase("gzip without end", zipped(Array(gzip.prefix(15)), size: 25), .close, .error(.truncated)),
        FaultCase(
            "a coding that nobody asked for",
            "\(ok)Content-Encoding: xx\r\n\(five)\r\nhello",
            .keep,
            .error(.invalidResponse)
        ),
        FaultCase(
            "a body beyond the limit",
            "\(ok)\r\n" + String(repeating: "a", count: 10_001),
            .close,
            .error(tooMuchBody)
        ),
        FaultCase("an answer before the answer", "HTTP/1.1 100 Continue\r\n\r\n\(ok)\(five)\r\nhello", .keep, hello),
        FaultCase("early hints", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n\(ok)\(five)\r\nhello", .keep, hello),
        FaultCase("204 with a body", "HTTP/1.1 204 No\r\n\(five)\r\nhello", .keep, .value(204, "")),
        FaultCase("line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", .keep, hello),
    ]

    private static let endings = [
        FaultCase("nothing", "", .close, .error(.truncated)),
        FaultCase("nothing but a reset", "", .reset, .error(.truncated)),
        FaultCase("an end within the status line", "HTTP/1.1 20", .close, .error(.truncated)),
        FaultCase("an end behind the status line", ok, .close, .error(.truncated)),
        FaultCase("an end within a field", "\(ok)Content-Le", .close, .error(.truncated)),
        FaultCase("an end behind a field", "\(ok)\(five)", .close, .error(.truncated)),
        FaultCase("a reset within the fields", "\(ok)\(five)", .reset, .error(.truncated)),
        FaultCase("an end within the body", "\(ok)\(five)\r\nhel", .close, .error(.truncated)),
        FaultCase("a reset within the body", "\(ok)\(five)\r\nhel", .reset, .error(.truncated)),
        FaultCase("an end before the body", "\(ok)\(five)\r\n", .close, .error(.truncated)),
    ]

    private static let lengths = [
        FaultCase("more than the size says", "\(ok)\(five)\r\nhello, world", .keep, hello),
        FaultCase("a size and chunks", "\(ok)\(five)\(chunked)\r\n5\r\nhello\r\n0\r\n\r\n", .keep, hello),
        FaultCase("the size twice", "\(ok)\(five)\(five)\r\nhello", .keep, hello),
        FaultCase("two sizes", "\(ok)\(five)Content-Length: 7\r\n\r\nhello", .close, .error(.invalidResponse)),
        FaultCase("a negative size", "\(ok)Content-Length: -5\r\n\r\nhello", .close, .error(.invalidResponse)),
        FaultCase("a size that is none", "\(ok)Content-Length: five\r\n\r\nhello", .close, .error(.invalidResponse)),
        FaultCase(
            "the largest size",
            "\(ok)Content-Length: 9223372036854775807\r\n\r\nhello",
            .close,
            .error(.truncated)
        ),
        FaultCase(
            "a size beyond all",
            "\(ok)Content-Length: 99999999999999999999\r\n\r\nhello",
            .close,
            .error(.invalidResponse)
        ),
    ]

    private static let statuses =
        [
            FaultCase("no reason", "HTTP/1.1 200\r\n\(five)\r\nhello", .keep, hello),
            FaultCase("099", "HTTP/1.1 099 X\r\n\(five)\r\nhello", .keep, .error(.invalidResponse)),
            FaultCase("9x9", "HTTP/1.1 9x9 X\r\n\(five)\r\nhello", .keep, .error(.invalidResponse)),
            FaultCase("1000", "HTTP/1.1 1000 X\r\n\(five)\r\nhello", .keep, .error(.invalidResponse)),
            FaultCase("600", "HTTP/1.1 600 X\r\n\(five)\r\nhello", .keep, .value(600, "hello")),
            FaultCase("999", "HTTP/1.1 999 X\r\n\(five)\r\nhello", .keep, .value(999, "hello")),
            FaultCase("101", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", .close, .error(.truncated)),
            FaultCase(
                "304",
                "HTTP/1.1 304 Not Modified\r\n\r\n",
                .close,
                .error(.unexpectedRedirect(HTTPStatus(304) ?? .ok))
            ),
            FaultCase("no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", .close, .error(.invalidResponse)),
            FaultCase("HTTP/0.9", "hello", .close, .error(.invalidResponse)),
            FaultCase(
                "a version of the future",
                "HTTP/7.0 200 OK\r\n\(five)\r\nhello",
                .keep,
                .error(.invalidResponse)
            ),
            FaultCase(
                "two status lines",
                "HTTP/1.1 401 Unauthorized\r\n\(ok)\(five)\r\nhello",
                .keep,
                .error(.invalidResponse)
            ),
            FaultCase("no space", "HTTP/1.1200 OK\r\n\(five)\r\nhello", .close, .error(.invalidResponse)),
            FaultCase("an empty line first", "\r\n\(ok)\(five)\r\nhello", .close, .error(.invalidResponse)),
        ]
        + ["//%00/", "//exa%20mple/x", "http://[::1", "", "\u{1}", "https://user:p@x/"].map { location in
            FaultCase(
                "a redirect to ‘\(location)’",
                "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n",
                .keep,
                .error(location == "\u{1}" ? .invalidResponse : .unexpectedRedirect(HTTPStatus(302) ?? .ok))
            )
        }

    private static let fields = [
        FaultCase("a field without colon", "\(ok)\(five)nonsense\r\n\r\nhello", .close, .error(.invalidResponse)),
        FaultCase("a space in a name", "\(ok)\(five)A B: c\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase("a space before the colon", "\(ok)\(five)A : c\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase("an empty name", "\(ok)\(five): c\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase("a NUL in a value", "\(ok)\(five)A: b\0c\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase("a return in a value", "\(ok)\(five)A: b\rc\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase("a folded field", "\(ok)\(five)A: b\r\n c\r\n\r\nhello", .keep, .error(.invalidResponse)),
        FaultCase(
            "a value in Latin-1",
            Array("\(ok)\(five)A: ".utf8) + [0xE9] + Array("\r\n\r\nhello".utf8),
            .keep,
            hello
        ),
        FaultCase(
            "a long field",
            "\(ok)A: \(String(repeating: "b", count: 20_000))\r\n\(five)\r\nhello",
            .keep,
            .error(tooManyFields)
        ),
        FaultCase(
            "a field without end",
            "\(ok)A: \(String(repeating: "b", count: 400_000))",
            .close,
            .error(tooManyFields)
        ),
        FaultCase("many fields", ok + String(repeating: "A: b\r\n", count: 51) + "\r\n", .close, .error(tooManyFields)),
        FaultCase(
            "fields without end",
            ok + String(repeating: "A: b\r\n", count: 50_000),
            .close,
            .error(tooManyFields)
        ),
        FaultCase(
            "interim answers without end",
            String(repeating: "HTTP/1.1 100 C\r\n\r\n", count: 5_000),
            .close,
            .error(tooManyFields)
        ),
    ]

    private static let challenges = [
        "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer", "Negotiate", "NTLM", "",
    ].map {
        FaultCase(
            "401 ‘\($0)’",
            "HTTP/1.1 401 Unauthorized\r\n" + ($0.isEmpty ? "" : "WWW-Authenticate: \($0)\r\n") + "\(five)\r\nhello",
            .keep,
            .value(401, "hello")
        )
    }
}
