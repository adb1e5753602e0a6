import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// PBKDF2 at one cost, for systems without yescrypt.
package struct PBKDF2Scheme: Sendable {
    /// A function like ``PBKDF2/key(from:salt:iterations:count:)``.
    package typealias Derivation =
        @Sendable (_ password: SecretBytes, _ salt: [UInt8], _ iterations: Int, _ count: Int) -> [UInt8]?

    let iterations: Int
    let derivation: Derivation

    /// Hashes a password with a new salt.
    func hash(_ password: SecretBytes) throws(PasswordHashingError) -> PasswordHash {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<PBKDF2String.saltCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let hash = try key(from: password, salt: salt, iterations: iterations)
        return PasswordHash(PBKDF2String(iterations: iterations, salt: salt, hash: hash).text)
    }

    /// Compares a password with a stored hash; a mismatch takes at least the current number of iterations.
    func verify(_ password: SecretBytes, against stored: PBKDF2String) throws(PasswordHashingError) -> Bool {
        let hash = try key(from: password, salt: stored.salt, iterations: stored.iterations)
        if ConstantTime.areEqual(hash, stored.hash) { return true }
        if stored.iterations < iterations {
            _ = try key(from: password, salt: stored.salt, iterations: iterations - stored.iterations)
        }
        return false
    }

    /// The hash of no password.
    var decoy: PasswordHash {
        let salt = [UInt8](repeating: 0, count: PBKDF2String.saltCount)
        let hash = [UInt8](repeating: 0, count: PBKDF2String.hashCount)
        return PasswordHash(PBKDF2String(iterations: iterations, salt: salt, hash: hash).text)
    }

    private func key(
        from password: SecretBytes,
        salt: [UInt8],
        iterations: Int
    ) throws(PasswordHashingError) -> [UInt8] {
        let key = derivation(password, salt, iterations, PBKDF2String.hashCount)
        guard let key else { throw .unavailable }
        return key
    }
}

/// A PBKDF2 hash in the PHC string format, as this package writes it.
///
/// `$pbkdf2-sha256$i=600000,l=32$` is followed by 16 bytes of salt, `$` and 32 bytes of hash, both in base 64 without
/// padding. The number of iterations is limited, so that a forged string cannot cause endless work.
struct PBKDF2String: Hashable, Sendable {
    /// The accepted numbers of iterations.
    static let accepted = 1_000...2_400_000

    static let saltCount = 16
    static let hashCount = 32

    let iterations: Int
    let salt: [UInt8]
    let hash: [UInt8]

    /// The stored form.
    var text: String {
        "$pbkdf2-sha256$i=\(iterations),l=\(Self.hashCount)$\(Self.base64(salt))$\(Self.base64(hash))"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }
}

extension PBKDF2String {
    /// Parses a stored string; returns nil unless it is exactly the ``text`` of a hash.
    init?(_ text: String) {
        guard text.utf8.count < 128 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), maxSplits: 5, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 5,
            let iterations = Int(parts[2].dropFirst(2).prefix { $0 != "," }),
            Self.accepted.contains(iterations),
            let salt = Data(base64Encoded: parts[3] + "=="), salt.count == Self.saltCount,
            let hash = Data(base64Encoded: parts[4] + "="), hash.count == Self.hashCount
        else { return nil }
        self.init(iterations: iterations, salt: Array(salt), hash: Array(hash))
        // Numbers and base 64 have several spellings, but only one is accepted.
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
