import Networking

/// A response of a correct or faulty server, with the expected outcome.
struct FaultCase: Sendable, CustomStringConvertible {
    /// The server's action after its response.
    enum Ending: Sendable {
        case keep
        case close
        case reset
    }

    /// The expected outcome for the client.
    enum Expectation: Hashable, Sendable {
        case value(Int, String)
        case error(TransportError)

        static let hello = Expectation.value(200, "hello")
        static let truncated = Expectation.error(.truncated)
        static let invalid = Expectation.error(.invalidResponse)
        static let tooManyFields = Expectation.error(.tooLarge(maximumBytes: 20_000))
        static let tooMuchBody = Expectation.error(.tooLarge(maximumBytes: 10_000))
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

    /// `hello`, compressed by gzip.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]

    private static func zipped(_ bytes: [UInt8], size: Int? = nil) -> [UInt8] {
        Array("\(ok)Content-Encoding: gzip\r\nContent-Length: \(size ?? bytes.count)\r\n\r\n".utf8) + bytes
    }

    static let all: [FaultCase] = bodies + endings + lengths + statuses + fields + challenges

    private static let bodies = [
        FaultCase("a body with its size", "\(ok)\(five)\r\nhello", .keep, .hello),
        FaultCase("a body that ends with the connection", "\(ok)\r\nhello", .close, .hello),
        FaultCase("a body of HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", .close, .hello),
        FaultCase("chunks", "\(ok)\(chunked)\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", .keep, .hello),
        FaultCase("chunks with extensions", "\(ok)\(chunked)\r\n5;a=b\r\nhello\r\n0;c\r\n\r\n", .keep, .hello),
        FaultCase("fields behind the chunks", "\(ok)\(chunked)\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n", .keep, .hello),
        FaultCase("an incomplete chunk", "\(ok)\(chunked)\r\n5\r\nhel", .close, .truncated),
        FaultCase("chunks without the last one", "\(ok)\(chunked)\r\n5\r\nhello\r\n", .close, .truncated),
        FaultCase("a chunk without a valid size", "\(ok)\(chunked)\r\nxyz\r\nhello\r\n0\r\n\r\n", .keep, .truncated),
        FaultCase("a chunk size that overflows", "\(ok)\(chunked)\r\nFFFFFFFFFFFFFFFFFF\r\nhello", .keep, .truncated),
        FaultCase("gzip", zipped(gzip), .keep, .hello),
        FaultCase("a body that is not gzip", zipped(Array("hello".utf8)), .keep, .invalid),
        FaultCase("incomplete gzip", zipped(Array(gzip.prefix(15)), size: 25), .close, .truncated),
        FaultCase("an unrequested coding", "\(ok)Content-Encoding: xx\r\n\(five)\r\nhello", .keep, .invalid),
        FaultCase("a body beyond the limit", "\(ok)\r\n" + String(repeating: "a", count: 10_001), .close, .tooMuchBody),
        FaultCase("an interim response", "HTTP/1.1 100 Continue\r\n\r\n\(ok)\(five)\r\nhello", .keep, .hello),
        FaultCase("early hints", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n\(ok)\(five)\r\nhello", .keep, .hello),
        FaultCase("204 with a body", "HTTP/1.1 204 No\r\n\(five)\r\nhello", .keep, .value(204, "")),
        FaultCase("line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", .keep, .hello),
    ]

    private static let endings = [
        FaultCase("no bytes", "", .close, .truncated),
        FaultCase("a reset without a response", "", .reset, .truncated),
        FaultCase("an end within the status line", "HTTP/1.1 20", .close, .truncated),
        FaultCase("an end behind the status line", ok, .close, .truncated),
        FaultCase("an end within a field", "\(ok)Content-Le", .close, .truncated),
        FaultCase("an end after a field", "\(ok)\(five)", .close, .truncated),
        FaultCase("a reset within the fields", "\(ok)\(five)", .reset, .truncated),
        FaultCase("an end within the body", "\(ok)\(five)\r\nhel", .close, .truncated),
        FaultCase("a reset within the body", "\(ok)\(five)\r\nhel", .reset, .truncated),
        FaultCase("an end before the body", "\(ok)\(five)\r\n", .close, .truncated),
    ]

    private static let lengths = [
        FaultCase("a body longer than its size", "\(ok)\(five)\r\nhello, world", .keep, .hello),
        FaultCase("a size and chunks", "\(ok)\(five)\(chunked)\r\n5\r\nhello\r\n0\r\n\r\n", .keep, .hello),
        FaultCase("the size twice", "\(ok)\(five)\(five)\r\nhello", .keep, .hello),
        FaultCase("two sizes", "\(ok)\(five)Content-Length: 7\r\n\r\nhello", .close, .invalid),
        FaultCase("a negative size", "\(ok)Content-Length: -5\r\n\r\nhello", .close, .invalid),
        FaultCase("a size that is not a number", "\(ok)Content-Length: five\r\n\r\nhello", .close, .invalid),
        FaultCase("the largest size", "\(ok)Content-Length: 9223372036854775807\r\n\r\nhello", .close, .truncated),
        FaultCase("a size beyond all", "\(ok)Content-Length: 99999999999999999999\r\n\r\nhello", .close, .invalid),
    ]

    private static let statuses =
        [
            FaultCase("no reason", "HTTP/1.1 200\r\n\(five)\r\nhello", .keep, .hello),
            FaultCase("099", "HTTP/1.1 099 X\r\n\(five)\r\nhello", .keep, .invalid),
            FaultCase("9x9", "HTTP/1.1 9x9 X\r\n\(five)\r\nhello", .keep, .invalid),
            FaultCase("1000", "HTTP/1.1 1000 X\r\n\(five)\r\nhello", .keep, .invalid),
            FaultCase("600", "HTTP/1.1 600 X\r\n\(five)\r\nhello", .keep, .value(600, "hello")),
            FaultCase("999", "HTTP/1.1 999 X\r\n\(five)\r\nhello", .keep, .value(999, "hello")),
            FaultCase("101", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", .close, .truncated),
            FaultCase("304", "HTTP/1.1 304 Not Modified\r\n\r\n", .close, .value(304, "")),
            FaultCase("no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", .close, .invalid),
            FaultCase("HTTP/0.9", "hello", .close, .invalid),
            FaultCase("an unknown version", "HTTP/7.0 200 OK\r\n\(five)\r\nhello", .keep, .invalid),
            FaultCase("two status lines", "HTTP/1.1 401 Unauthorized\r\n\(ok)\(five)\r\nhello", .keep, .invalid),
            FaultCase("no space", "HTTP/1.1200 OK\r\n\(five)\r\nhello", .close, .invalid),
            FaultCase("an empty line first", "\r\n\(ok)\(five)\r\nhello", .close, .invalid),
        ]
        + ["//%00/", "//exa%20mple/x", "http://[::1", "", "\u{1}", "https://user:p@x/"].map { location in
            FaultCase(
                "a redirect to ‘\(location)’",
                "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n",
                .keep,
                location == "\u{1}" ? .invalid : .value(302, "")
            )
        }

    private static let fields = [
        FaultCase("a field without colon", "\(ok)\(five)nonsense\r\n\r\nhello", .close, .invalid),
        FaultCase("a space in a name", "\(ok)\(five)A B: c\r\n\r\nhello", .keep, .invalid),
        FaultCase("a space before the colon", "\(ok)\(five)A : c\r\n\r\nhello", .keep, .invalid),
        FaultCase("an empty name", "\(ok)\(five): c\r\n\r\nhello", .keep, .invalid),
        FaultCase("a NUL in a value", "\(ok)\(five)A: b\0c\r\n\r\nhello", .keep, .invalid),
        FaultCase("a return in a value", "\(ok)\(five)A: b\rc\r\n\r\nhello", .keep, .invalid),
        FaultCase("a folded field", "\(ok)\(five)A: b\r\n c\r\n\r\nhello", .keep, .invalid),
        FaultCase(
            "a value in Latin-1",
            Array("\(ok)\(five)A: ".utf8) + [0xE9] + Array("\r\n\r\nhello".utf8),
            .keep,
            .hello
        ),
        FaultCase(
            "a long field",
            "\(ok)A: \(String(repeating: "b", count: 20_000))\r\n\(five)\r\nhello",
            .keep,
            .tooManyFields
        ),
        FaultCase("a field without end", "\(ok)A: \(String(repeating: "b", count: 400_000))", .close, .tooManyFields),
        FaultCase("many fields", ok + String(repeating: "A: b\r\n", count: 51) + "\r\n", .close, .tooManyFields),
        FaultCase("fields without end", ok + String(repeating: "A: b\r\n", count: 50_000), .close, .tooManyFields),
        FaultCase(
            "endless interim responses",
            String(repeating: "HTTP/1.1 100 C\r\n\r\n", count: 5_000),
            .close,
            .tooManyFields
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

/// A body that is small on the wire and large after decompression.
enum Bomb {
    /// The header of a gzip file (RFC 1952 section 2.3).
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// A DEFLATE block of 1,037 bytes that holds a mebibyte of zeros and can be repeated.
    static let megabyte: [UInt8] =
        [0xEC, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0]
        + Array(repeating: 0, count: 1016)
        + [0x3E, 0x03, 0x00, 0x00, 0xFF, 0xFF]
}
