import Domain

/// yescrypt at one cost, by the libcrypt of the system.
struct YescryptScheme: Sendable {
    let library: CryptLibrary
    let cost: UInt

    /// Hashes a password with a fresh salt.
    func hash(_ password: SecretBytes) throws(PasswordHashingError) -> PasswordHash {
        PasswordHash(try hash(password, cost: cost).text)
    }

    /// Compares a password with a stored hash.
    ///
    /// A refusal by a hash of a lower cost is topped up to the present one: otherwise a quick refusal would say that
    /// there is such an account, and an old one. Each cost takes twice the time of the one below, so that the work of
    /// cost 5 and once more of 5, and of 6, is that of cost 7.
    func verify(_ password: SecretBytes, against stored: YescryptString) throws(PasswordHashingError) -> Bool {
        if try run(password, stored.text).equals(stored) { return true }
        if stored.cost < cost {
            for missing in stored.cost..<cost { _ = try hash(password, cost: missing) }
        }
        return false
    }

    private func hash(_ password: SecretBytes, cost: UInt) throws(PasswordHashingError) -> YescryptString {
        guard let setting = library.makeSetting(cost) else { throw .unavailable }
        return try run(password, setting)
    }

    /// libcrypt does not say why it failed, such as for want of memory; it is never the password that is wrong then.
    private func run(_ password: SecretBytes, _ setting: String) throws(PasswordHashingError) -> YescryptString {
        guard let hash = library.hash(password, setting).flatMap(YescryptString.init(made:)) else {
            throw .unavailable
        }
        return hash
    }
}
