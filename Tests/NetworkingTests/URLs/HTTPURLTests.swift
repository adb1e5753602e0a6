import Networking
import Testing

struct HTTPURLTests {
    private func refusalOf(_ text: String, plainHTTP: PlainHTTP = .loopbackOnly) -> HTTPRequestError? {
        refusal { () throws(HTTPRequestError) in try HTTPURL(text, plainHTTP: plainHTTP) }
    }

    @Test(
        arguments: [
            ("https://example.com", "https://example.com/", "example.com", 443, "/", nil),
            ("https://example.com/", "https://example.com/", "example.com", 443, "/", nil),
            ("HTTPS://Example.COM:443/A", "https://example.com/A", "example.com", 443, "/A", nil),
            (
                "https://example.com:8443/a/b?c=d", "https://example.com:8443/a/b?c=d", "example.com", 8_443, "/a/b",
                "c=d"
            ),
            ("https://example.com?a", "https://example.com/?a", "example.com", 443, "/", "a"),
            ("https://example.com/?", "https://example.com/?", "example.com", 443, "/", ""),
            ("https://example.com/a?b?c/d", "https://example.com/a?b?c/d", "example.com", 443, "/a", "b?c/d"),
            (
                "https://a_b-c.xn--3e0b707e/%ea%b0%80", "https://a_b-c.xn--3e0b707e/%ea%b0%80", "a_b-c.xn--3e0b707e",
                443, "/%ea%b0%80", nil
            ),
            ("https://192.0.2.1/", "https://192.0.2.1/", "192.0.2.1", 443, "/", nil),
            ("https://[2001:DB8::1]:1/", "https://[2001:db8::1]:1/", "[2001:db8::1]", 1, "/", nil),
            (
                "https://h/a;b,c:d@e!f$g&h'(i)*+j=k~l", "https://h/a;b,c:d@e!f$g&h'(i)*+j=k~l", "h", 443,
                "/a;b,c:d@e!f$g&h'(i)*+j=k~l", nil
            ),
            ("https://h:65535/...", "https://h:65535/...", "h", 65_535, "/...", nil),
        ] as [(String, String, String, Int, String, String?)]
    )
    func `a URL has its normalized text, host, port, path and query`(
        _ given: String,
        text: String,
        host: String,
        port: Int,
        path: String,
        query: String?
    ) throws {
        let url = try HTTPURL(given)
        #expect(url.text == text)
        #expect(url.scheme == .https)
        #expect(url.host.text == host)
        #expect(url.port == port)
        #expect(url.path == path)
        #expect(url.query == query)
        #expect(try HTTPURL(text) == url)
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://LOCALHOST:8080/x", true), ("http://127.0.0.1:8080", true),
        ("http://127.255.255.254", true), ("http://[::1]", true), ("http://[0:0:0:0:0:0:0:1]:80/", true),
        ("http://[0::0.0.0.1]", true), ("http://example.com", false), ("http://localhost.example.com", false),
        ("http://x.localhost", false), ("http://126.255.255.255", false), ("http://128.0.0.1", false),
        ("http://[::2]", false), ("http://[::]", false), ("http://[1::1]", false),
        ("http://[::ffff:127.0.0.1]", false),
        ("http://0.0.0.0", false), ("http://10.0.0.1", false), ("http://127.0.0.1.example.com", false),
    ])
    func `plain HTTP is allowed only for the loopback`(text: String, isLoopback: Bool) throws {
        #expect(refusalOf(text) == (isLoopback ? nil : .insecureURL))
        let url = try HTTPURL(text, plainHTTP: .anywhere)
        #expect(url.scheme == .http)
        #expect(url.host.isLoopback == isLoopback)
        let secure = try HTTPURL("https" + text.dropFirst(4))
        #expect(secure.host == url.host)
    }

    @Test func `each scheme has its default port`() throws {
        #expect(try HTTPURL("http://localhost").port == 80)
        #expect(try HTTPURL("http://localhost:443").text == "http://localhost:443/")
        #expect(try HTTPURL("https://localhost:80").text == "https://localhost:80/")
        #expect(try HTTPURL("http://localhost:80").text == "http://localhost/")
    }

    @Test(arguments: [
        "ftp://h", "file:///etc/passwd", "ws://h", "javascript:alert(1)", "mailto:a@b.c", "localhost:80",
        "httpsx://h", "http+x://h", "a:",
    ])
    func `other schemes are rejected`(_ text: String) {
        #expect(refusalOf(text, plainHTTP: .anywhere) == .unsupportedScheme)
    }

    @Test(arguments: [
        "https://user@h/", "https://user:pass@h/", "https://@h/", "https://h@evil", "https://a\\@b/",
        "https://[::1]@h", "http://u@example.com",
    ])
    func `user names and passwords are rejected`(_ text: String) {
        #expect(refusalOf(text) == .userInformationInURL)
    }

    @Test(arguments: ["https://h#", "https://h/#x", "https://h/?q#x", "https://h#@x"])
    func `fragments are rejected`(_ text: String) {
        #expect(refusalOf(text) == .fragmentInURL)
    }

    @Test(arguments: [
        "", "h", "//h", "/path", "https", "https:", "https:/", "https:h", "https:/h", "https://", "https:///x",
        "https://?q", "1https://h",
        "-s://h", " https://h", "https://h ", "https://h\n", "https://h\r\nX: y", "https://h\0", "ht\ntps://h",
        // Ports.
        "https://h:", "https://h:0", "https://h:65536", "https://h:99999", "https://h:123456", "https://h:-1",
        "https://h:+1",
        "https://h:8a", "https://h: 80", "https://h:８０", "https://h:80:80", "https://:80", "https://[::1]80",
        "https://[::1]:",
        // Names.
        "https://.", "https://h.", "https://.h", "https://a..b", "https://-a", "https://a-", "https://a.-b",
        "https://h%41",
        "https://호스트", "https://\u{212A}", "https://h\u{301}", "https://a b", "https://a\\b", "https://a*b",
        "https://a,b",
        "https://" + String(repeating: "a", count: 64), "https://" + String(repeating: "a.", count: 127),
        // Addresses, and texts that some systems accept as addresses.
        "https://127.1", "https://2130706433", "https://0x7f000001", "https://0x7f.1", "https://1.2.3.4.5",
        "https://256.0.0.1",
        "https://01.2.3.4", "https://1.2.3", "https://1.2.3.", "https://+1.2.3.4", "https://a.1",
        "https://1.2.3.0x4",
        "https://[]", "https://[:]", "https://[:::]", "https://[::1", "https://::1]", "https://::1",
        "https://[1:2:3:4:5:6:7]",
        "https://[1:2:3:4:5:6:7:8:9]", "https://[1::2::3]", "https://[1:2:3:4:5:6:7:8::]", "https://[::12345]",
        "https://[::g]",
        "https://[1:]", "https://[:1]", "https://[1.2.3.4::]", "https://[::1.2.3]", "https://[::1%eth0]",
        "https://[v1.x]",
        "https://[::+1]", "https://[::1]x", "https://x[::1]",
        // Paths and queries.
        "https://h/%", "https://h/%1", "https://h/%zz", "https://h/%1g", "https://h/a b", "https://h/\"",
        "https://h/<", "https://h/\\",
        "https://h/^", "https://h/`", "https://h/{", "https://h/|", "https://h/[", "https://h/é",
        "https://h/\u{7F}", "https://h/\t",
        "https://h/.", "https://h/..", "https://h/./a", "https://h/a/../b", "https://h/a/%2E%2e", "https://h/.%2e/",
        "https://h/%2e",
        "https://h/?%", "https://h/?a b", "https://h/?é", "https://h/?\n", "https://h/?\"",
    ])
    func `invalid URLs are rejected`(_ text: String) {
        #expect(refusalOf(text, plainHTTP: .anywhere) == .invalidURL)
    }

    @Test(arguments: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::8", "ffff:FFFF::",
        "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4",
    ])
    func `every form of an IPv6 address is accepted`(_ text: String) throws {
        #expect(try HTTPURL("https://[\(text)]/").host.text == "[\(text.lowercased())]")
    }

    @Test(arguments: [(7_999, true), (8_000, true), (8_001, false), (1 << 20, false)])
    func `a URL has at most 8,000 bytes`(bytes: Int, isAllowed: Bool) {
        let head = "https://h/"
        let text = head + String(repeating: "a", count: bytes - head.utf8.count)
        #expect(refusalOf(text) == (isAllowed ? nil : .invalidURL))
    }

    @Test(arguments: [(63, [62, 63]), (253, [63, 63, 63, 61])])
    func `a label has at most 63 bytes, and a host name at most 253`(bytes: Int, labels: [Int]) throws {
        let name = labels.map { String(repeating: "a", count: $0) }.joined(separator: ".")
        #expect(try HTTPURL("https://" + name).host.text == name)
        #expect(refusalOf("https://" + name + String(repeating: "a", count: 3)) == .invalidURL)
    }

    @Test func `an origin has a scheme, a host, and any port that is not the default`() throws {
        #expect(try HTTPURL("https://H:443/a?b").origin == "https://h")
        #expect(try HTTPURL("http://localhost:8080/a?b").origin == "http://localhost:8080")
    }
}
