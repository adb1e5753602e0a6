import Domain

/// A hasher whose hashes begin with `new`; all others are outdated.
struct RenewingHasher: PasswordHasher {
    var beforeHashing: @Sendable () async throws(PasswordHashingError) -> Void = {}
    var beforeComparing: @Sendable () async -> Void = {}

    func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        try await beforeHashing()
        return PasswordHash("new hash of " + password.revealed)
    }

    func verify(_ password: Password, against passwordHash: PasswordHash) async throws(PasswordHashingError) -> Bool {
        await beforeComparing()
        return passwordHash.revealed.hasSuffix("hash of " + password.revealed)
    }

    func isOutdated(_ passwordHash: PasswordHash) -> Bool { !passwordHash.revealed.hasPrefix("new") }
}
