import Domain

/// PBKDF2 at one cost: what keeps passwords where the system has no yescrypt.
package struct PBKDF2Scheme: Sendable {
    /// Derives a key as ``PBKDF2/key(from:salt:iterations:count:)`` does.
    package typealias Derivation =
        @Sendable (_ password: SecretBytes, _ salt: [UInt8], _ iterations: Int, _ count: Int) -> [UInt8]?

    let iterations: Int
    let derivation: Derivation

    /// Hashes a password with a fresh salt.
    func hash(_ password: SecretBytes) throws(PasswordHashingError) -> PasswordHash {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<PBKDF2String.saltCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let hash = try key(from: password, salt: salt, iterations: iterations)
        return PasswordHash(PBKDF2String(iterations: iterations, salt: salt, hash: hash).text)
    }

    /// Compares a password with a stored hash.
    ///
    /// A refusal costs at least as much as one by a hash of the present cost.
    func verify(_ password: SecretBytes, against stored: PBKDF2String) throws(PasswordHashingError) -> Bool {
        let hash = try key(from: password, salt: stored.salt, iterations: stored.iterations)
        if ConstantTime.areEqual(hash, stored.hash) { return true }
        if stored.iterations < iterations {
            _ = try key(from: password, salt: stored.salt, iterations: iterations - stored.iterations)
        }
        return false
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
