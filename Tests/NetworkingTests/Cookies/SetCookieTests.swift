import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

/// Tests of the field `Set-Cookie` by RFC 6265bis.
struct SetCookieTests {
    /// Returns the field `Cookie` of a request for a URL after a response to `https://a.example.com/auth/login`.
    private func sent(_ field: String, to url: String, later seconds: TimeInterval = 0) throws -> String? {
        let page = try HTTPURL("https://a.example.com/auth/login")
        var jar = CookieJar(names: ["sid", "__Host-sid", "__Secure-sid", "SID"])
        var fields = HTTPFields()
        try fields.append(.setCookie, field)
        jar.store(fields, from: page, at: .stub)
        return jar.cookies(for: try HTTPURL(url, plainHTTP: .anywhere), at: .stub + seconds).field
    }

    private static let here = "https://a.example.com/auth/me"

    @Test(
        arguments: [
            ("sid=1", "sid=1"), ("sid=1; HttpOnly; SameSite=Lax", "sid=1"), ("sid = 1 ;", "sid=1"), ("sid=", "sid="),
            ("sid=\"1\"", "sid=\"1\""), ("sid=a=b", "sid=a=b"), ("SID=1", "SID=1"), ("other=1", nil),
            ("sid=1,2", "sid=1,2"),
            ("sid=1, SID=2", "sid=1, SID=2"), ("other=1, sid=2", nil), ("sid=1; Path=/, SID=2; Path=/auth", "sid=1"),
            ("sid", nil),
            ("=1", nil), ("", nil), (";", nil), ("sid=1;;;Path=/auth;", "sid=1"), ("sid=1; path=/x; PATH=/", "sid=1"),
            ("sid=1; Path=elsewhere", "sid=1"), ("sid=1; Path=", "sid=1"), ("sid=1; Secure=false", "sid=1"),
            ("__Host-sid=1; Secure; Path=/", "__Host-sid=1"), ("__Host-sid=1; Path=/", nil),
            ("__Host-sid=1; Secure", nil), ("__Host-sid=1; Secure; Path=/; Domain=a.example.com", nil),
            ("__Secure-sid=1; Secure", "__Secure-sid=1"), ("__Secure-sid=1", nil),
        ] as [(String, String?)]
    )
    func `a cookie is read leniently, but its prefix is a promise`(field: String, expected: String?) throws {
        #expect(try sent(field, to: Self.here) == expected)
    }

    @Test(
        arguments: [
            ("sid=1", "https://a.example.com/auth", true), ("sid=1", "https://a.example.com/auth/x/y", true),
            ("sid=1", "https://a.example.com/authority", false), ("sid=1", "https://a.example.com/", false),
            ("sid=1; Path=/", "https://a.example.com/", true), ("sid=1; Path=/", "https://b.example.com/", false),
            ("sid=1; Path=/", "https://x.a.example.com/", false), ("sid=1; Path=/", "http://a.example.com/", true),
            ("sid=1; Path=/; Secure", "http://a.example.com/", false),
            ("sid=1; Path=/; Domain=example.com", "https://b.example.com/", true),
            ("sid=1; Path=/; Domain=.example.com", "https://example.com/", true),
            ("sid=1; Path=/; Domain=example.com", "https://badexample.com/", false),
            ("sid=1; Path=/; Domain=com", "https://a.example.com/", false),
            ("sid=1; Path=/; Domain=b.example.com", "https://b.example.com/", false),
            ("sid=1; Path=/; Domain=", "https://a.example.com/", true),
        ]
    )
    func `a cookie is sent to the host and the path that it names, and nowhere else`(
        field: String,
        url: String,
        isSent: Bool
    ) throws {
        #expect(try (sent(field, to: url) != nil) == isSent)
    }

    @Test func `an address has no domain that others belong to`() throws {
        var jar = CookieJar(names: ["sid"])
        var fields = HTTPFields()
        try fields.append(.setCookie, "sid=1; Path=/; Domain=0.0.1")
        jar.store(fields, from: try HTTPURL("http://127.0.0.1/in"), at: .stub)
        for host in ["127.0.0.1", "10.0.0.1"] {
            #expect(try jar.cookies(for: HTTPURL("https://\(host)/"), at: .stub).field == nil)
        }
    }

    @Test func `a cookie replaces only one with its host and path`() throws {
        var jar = CookieJar(names: ["sid"])
        var fields = HTTPFields()
        for field in ["sid=1; Path=/", "sid=2; Path=/auth", "sid=3; Path=/"] { try fields.append(.setCookie, field) }
        jar.store(fields, from: try HTTPURL("https://a.example.com/auth/login"), at: .stub)
        #expect(try jar.cookies(for: HTTPURL(Self.here), at: .stub).field == "sid=2; sid=3")
        #expect(try jar.cookies(for: HTTPURL("https://a.example.com/"), at: .stub).field == "sid=3")
    }

    /// The date of the response is 2025-11-16 15:33:20.
    @Test(
        arguments: [
            ("Max-Age=10", 9, true), ("Max-Age=10", 10, false), ("Max-Age=0", 0, false), ("Max-Age=-1", 0, false),
            ("Max-Age=1e9; Expires=Sun, 16 Nov 2025 15:33:19 GMT", 0, false),
            ("Max-Age=99999999999999999999", 1e6, true),
            ("Max-Age=-99999999999999999999", 0, false), ("Max-Age=", 1e6, true), ("Max-Age=x", 1e6, true),
            ("Expires=Sun, 16 Nov 2025 15:33:30 GMT", 9, true), ("Expires=Sun, 16 Nov 2025 15:33:30 GMT", 10, false),
            ("Expires=Sun, 16-Nov-2025 15:33:30 GMT", 9, true), ("Expires=Sun, 16-Nov-25 15:33:30 GMT", 10, false),
            ("Expires=Sun Nov 16 15:33:30 2025", 10, false), ("Expires=16 nov 2025 15:33:30", 10, false),
            ("Expires=0", 1e6, true), ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", 0, false),
            ("Expires=Sun, 16 Nov 2025 25:33:30 GMT", 1e6, true), ("Expires=Fri, 31 Dec 9999 23:59:59 GMT", 1e6, true),
            ("Max-Age=20; Expires=Sun, 16 Nov 2025 15:33:30 GMT", 15, true), ("", 1e6, true),
        ] as [(String, TimeInterval, Bool)]
    )
    func `a cookie ends at its age or date`(attribute: String, seconds: TimeInterval, isSent: Bool) throws {
        #expect(try (sent("sid=1;\(attribute)", to: Self.here, later: seconds) != nil) == isSent)
    }

    @Test(
        arguments: [
            ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", " b=2"]), ("a=1;Path=/,b=2,c=", ["a=1;Path=/", "b=2", "c="]),
            (
                "a=1; Expires=Mon, 16 Nov 2026 10:00:00 GMT, b=2",
                ["a=1; Expires=Mon, 16 Nov 2026 10:00:00 GMT", " b=2"]
            ),
            ("a=1,2; Path=/", ["a=1,2; Path=/"]), ("", [""]), (",", [","]),
        ]
    )
    func `cookies that URLSession has joined are separated`(text: String, cookies: [String]) {
        #expect(HTTPFields.separated(text) == cookies)
    }

    @Test(arguments: [(4_093, true), (4_094, false)])
    func `a cookie has at most 4096 bytes`(count: Int, isSent: Bool) throws {
        #expect(try (sent("sid=" + String(repeating: "x", count: count), to: Self.here) != nil) == isSent)
    }

    @Test(
        arguments: [
            ("http://127.0.0.1/", "0.0.1", "http://127.0.0.1/", false),
            ("http://127.0.0.1/", "127.0.0.1", "http://127.0.0.1/", true),
            ("http://127.0.0.1/", "127.0.0.1", "http://9.127.0.0.1/", false),
        ]
    )
    func `an address has no subdomains`(page: String, domain: String, url: String, isSent: Bool) throws {
        var jar = CookieJar(names: ["sid"])
        let fields = try HTTPFields([("Set-Cookie", "sid=1; Path=/; Domain=\(domain)")])
        jar.store(fields, from: try HTTPURL(page, plainHTTP: .anywhere), at: .stub)
        let target = try? HTTPURL(url, plainHTTP: .anywhere)
        #expect((target.flatMap { jar.cookies(for: $0, at: .stub).field } != nil) == isSent)
    }

    @Test func `cookies with different paths are different`() throws {
        let page = try HTTPURL("https://a.example.com/")
        var jar = CookieJar(names: ["sid"])
        for value in ["sid=1; Path=/", "sid=; Path=/old; Max-Age=0"] {
            jar.store(try HTTPFields([("Set-Cookie", value)]), from: page, at: .stub)
        }
        #expect(jar.cookies(for: page, at: .stub).field == "sid=1")
    }

    @Test func `the last cookie with a name counts, and an expired one removes it`() throws {
        let page = try HTTPURL("https://a.example.com/")
        var jar = CookieJar(names: ["sid"])
        for value in ["sid=1", "sid=2"] { jar.store(try HTTPFields([("Set-Cookie", value)]), from: page, at: .stub) }
        #expect(jar.cookies(for: page, at: .stub).field == "sid=2")
        jar.store(try HTTPFields([("Set-Cookie", "sid=; Max-Age=0")]), from: page, at: .stub)
        #expect(jar.cookies(for: page, at: .stub).field == nil)
    }
}
