import Domain

/// PBKDF2 at one cost: what keeps passwords where the system has no yescrypt.
struct PBKDF2Scheme: Sendable {
    let iterations: Int

    /// Hashes a password with a fresh salt.
    func hash(_ password: SecretBytes) throws(PasswordHashingError) -> Credential {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<PBKDF2String.saltCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let hash = try key(from: password, salt: salt, iterations: iterations)
        return Credential(PBKDF2String(iterations: iterations, salt: salt, hash: hash).text)
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
        let key = PBKDF2.key(from: password, salt: salt, iterations: iterations, count: PBKDF2String.hashCount)
        guard let key else { throw .failed(.hashingUnavailable) }
        return key
    }
}
