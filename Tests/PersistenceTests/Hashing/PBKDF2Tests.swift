import Domain
import Persistence
import TestSupport
import Testing

/// Tests of the built-in PBKDF2 with the vectors of the RFCs, and of secrets in memory.
struct PBKDF2Tests {
    /// The two vectors of RFC 7914 and, between them, one of RFC 6070 with SHA-256.
    ///
    /// The last one is slow.
    private static let vectors = [
        (
            "passwd", "salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
        ("password", "salt", 4_096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
        (
            "Password", "NaCl", 80_000,
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
        ),
    ]

    @Test(arguments: vectors.prefix(Thoroughness.count(2, change: 3, soak: 3)))
    func `RFC 7914 test vectors match`(password: String, salt: String, iterations: Int, key: String) {
        let password = SecretBytes(password)
        let salt = Array(salt.utf8)
        let own = PBKDF2.portableKey(from: password, salt: salt, iterations: iterations, count: key.count / 2)
        #expect(own.hexadecimal == key)
        #if canImport(CommonCrypto)
        #expect(PBKDF2.key(from: password, salt: salt, iterations: iterations, count: own.count) == own)
        #endif
    }

    @Test(arguments: [0, 1, 63, 64, 65, 511])
    func `C13 a secret stores the bytes of its text, and prints none of them`(count: Int) {
        let text = String(repeating: "x", count: count)
        let secret = SecretBytes(text)
        #expect(secret.withBytes { Array($0) } == Array(text.utf8))
        #expect(secret.withCString { $0.map { String(cString: $0) } } == text)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(secret.debugDescription) \(dumped)" == "‹redacted› ‹redacted› - ‹redacted› #0\n")
    }

    @Test func `C13 erasing overwrites bytes with zeros`() {
        var bytes = Array("password1".utf8)
        bytes.withUnsafeMutableBytes { SecretBytes.erase($0) }
        #expect(bytes == [UInt8](repeating: 0, count: 9))
    }
}
