import AccountFlowTesting
import Domain
import Foundation
import Testing

/// Tests of one-time passwords with the vectors of RFC 4226 and RFC 6238, and of their keys.
struct TOTPTests {
    private static let sha1Secret = Base32.text(of: "12345678901234567890".utf8)
    private static let sha256Secret = Base32.text(of: "12345678901234567890123456789012".utf8)

    private static func totp(
        _ secret: String = sha1Secret,
        _ algorithm: TOTP.Algorithm = .sha1,
        digits: Int = 6,
        period: Int = 30
    ) throws -> TOTP {
        let secret = try #require(TOTPSecret(base32: secret))
        return try #require(TOTP(secret, algorithm: algorithm, digits: digits, period: period))
    }

    @Test func `RFC 4226 appendix D has these passwords of the first ten counters`() throws {
        let passwords = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        let totp = try Self.totp()
        #expect((0..<10).map(totp.revealedPassword) == passwords)
    }

    @Test(arguments: [
        (59, "94287082", "46119246"), (1_111_111_109, "07081804", "68084774"), (1_111_111_111, "14050471", "67062674"),
        (1_234_567_890, "89005924", "91819424"), (2_000_000_000, "69279037", "90698825"),
        (20_000_000_000, "65353130", "77737706"),
    ])
    func `RFC 6238 appendix B has these passwords at its dates`(seconds: Int, sha1: String, sha256: String) throws {
        let date = Date(timeIntervalSince1970: Double(seconds))
        for (secret, algorithm, password) in [
            (Self.sha1Secret, TOTP.Algorithm.sha1, sha1), (Self.sha256Secret, .sha256, sha256),
        ] {
            let totp = try Self.totp(secret, algorithm, digits: 8)
            #expect(totp.revealedPassword(ofStep: totp.step(at: date)) == password)
            // A password of fewer digits is the end of the longer one.
            let short = try Self.totp(secret, algorithm, digits: 7)
            #expect(short.revealedPassword(ofStep: short.step(at: date)) == password.suffix(7))
        }
    }

    @Test(arguments: [(5, 30), (9, 30), (6, 9), (6, 301), (0, 0), (-1, -1), (.max, .max)])
    func `no generator has other numbers of digits or seconds`(digits: Int, period: Int) throws {
        let secret = try #require(TOTPSecret(base32: Self.sha1Secret))
        #expect(TOTP(secret, algorithm: .sha1, digits: digits, period: period) == nil)
    }

    @Test(arguments: [(0, 0), (29.999, 0), (30, 1), (-1, 0), (.nan, 0), (.infinity, 0), (1e300, 0)] as [(Double, Int)])
    func `a step is a number of whole periods, whatever the clock shows`(seconds: Double, step: Int) throws {
        let totp = try Self.totp()
        #expect(totp.step(at: Date(timeIntervalSince1970: seconds)) == step)
        let password = try #require(OneTimePassword("755224"))
        _ = totp.check(password, at: Date(timeIntervalSince1970: seconds))
    }

    @Test(
        arguments: [
            (-3_600, .wrong), (-60, .wrong), (-31, .wrong), (-30, .accepted(step: 99)), (0, .accepted(step: 100)),
            (30, .accepted(step: 101)), (60, .wrong), (3_600, .wrong),
        ] as [(Int, TOTP.Check)]
    )
    func `a clock may differ by one step`(seconds: Int, result: TOTP.Check) throws {
        let totp = try Self.totp()
        let typed = try #require(
            OneTimePassword(totp.revealedPassword(ofStep: (3_000 + seconds) / 30 - (seconds == -31 ? 1 : 0)))
        )
        #expect(totp.check(typed, at: Date(timeIntervalSince1970: 3_000)) == result)
    }

    @Test(
        arguments: [
            ([], .accepted(step: 99), .accepted(step: 100)), ([98], .accepted(step: 99), .accepted(step: 100)),
            ([99], .used, .accepted(step: 100)), ([100], .used, .used), ([101], .used, .used),
            // The clock was ahead.
            ([102], .accepted(step: 99), .accepted(step: 100)), ([99, 220], .used, .accepted(step: 100)),
            ([100, 99], .used, .used), ([220, 100, 221], .used, .used),
        ] as [([Int], TOTP.Check, TOTP.Check)]
    )
    func `a password of a used step, or one before it, is used, unless the clock was ahead`(
        used: [Int],
        previous: TOTP.Check,
        current: TOTP.Check
    ) throws {
        let totp = try Self.totp()
        let date = Date(timeIntervalSince1970: 3_000)
        for (step, result) in [(99, previous), (100, current)] {
            let typed = try #require(OneTimePassword(totp.revealedPassword(ofStep: step)))
            #expect(totp.check(typed, at: date, used: used) == result)
        }
    }

    @Test func `a password with fewer or more digits than the generator has is wrong`() throws {
        let long = try Self.totp(digits: 8).revealedPassword(ofStep: 100)
        for text in [long, String(long.suffix(7)), "000000"] {
            let typed = try #require(OneTimePassword(text))
            #expect(try Self.totp().check(typed, at: Date(timeIntervalSince1970: 3_000)) == .wrong)
        }
    }

    // MARK: Texts

    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func `RFC 4648 section 10 has these texts of Base32, with padding`(text: String, encoded: String) {
        #expect(Base32.text(of: text.utf8) == encoded)
        #expect(Base32.bytes(of: encoded) == Array(text.utf8))
    }

    @Test(arguments: ["M", "MZX", "MZXW6Y", "MZ", "my", "MY======", "M1", "M Y", "0O", "MZXW6YTBOI\n", "ＭＹ"])
    func `a text that no bytes have is no Base32`(text: String) {
        #expect(Base32.bytes(of: text) == nil)
    }

    @Test(arguments: [(15, false), (16, true), (20, true), (64, true), (65, false), (1_000_000, false)])
    func `a key has 16 to 64 bytes`(count: Int, isKey: Bool) {
        #expect((TOTPSecret(base32: Base32.text(of: [UInt8](repeating: 7, count: count))) != nil) == isKey)
    }

    @Test(arguments: [(TOTP.Algorithm.sha1, 20), (.sha256, 32)])
    func `a new key is random, and as long as a hash`(algorithm: TOTP.Algorithm, count: Int) {
        let keys = (0..<100).map { _ in TOTPSecret(.random, for: algorithm).revealed }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { Base32.bytes(of: $0)?.count == count && TOTPSecret(base32: $0) != nil })
    }

    @Test(arguments: ["123456", " 123 456\n", "123-456", "1234567", "12345678"])
    func `a password is read with white space and hyphens`(text: String) {
        #expect(OneTimePassword(text)?.revealed == text.filter(\.isNumber))
    }

    @Test(arguments: [
        "", "12345", "123456789", "12345a", "１２３４５６", "١٢٣٤٥٦", "+12345", "123456\0",
        String(repeating: "1", count: 1_000_000),
    ])
    func `any other text is no password`(text: String) {
        #expect(OneTimePassword(text) == nil)
    }

    @Test(arguments: SecretTests.Rendering.allCases)
    func `C13 nothing shows a key or a password`(rendering: SecretTests.Rendering) throws {
        let totp = try Self.totp()
        let password = try #require(OneTimePassword("755224"))
        for value in [totp, totp.secret, password, [totp], ["key": password]] as [Any] {
            let text = rendering(value)
            #expect(
                !text.contains(totp.secret.revealed) && !text.contains("755224") && !text.contains("49, 50"),
                "\(text)"
            )
        }
    }

    @Test func `the URI has the name, the account and the parameters that are not the usual ones`() throws {
        let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
        #expect(
            try Self.totp().revealedURI(issuer: "Account Flow", account: .stub("kim@example.com"))
                == "otpauth://totp/Account%20Flow:kim%40example.com?secret=\(secret)&issuer=Account%20Flow"
        )
        #expect(
            try Self.totp(secret, .sha256, digits: 8, period: 60).revealedURI(issuer: "a:b&c", account: .stub("김/?#%"))
                == "otpauth://totp/ab%26c:%EA%B9%80%2F%3F%23%25?secret=\(secret)&issuer=ab%26c"
                + "&algorithm=SHA256&digits=8&period=60"
        )
        #expect(
            try Self.totp().revealedURI(issuer: "", account: .stub("kim"))
                == "otpauth://totp/kim?secret=\(secret)"
        )
    }
}
