package import Domain
import Synchronization

/// A hasher that costs nothing and counts how often it was asked.
package final class PasswordHasherStub: PasswordHasher {
    private let calls = Mutex(0)
    private let error: PasswordHashingError?

    private let beforeAnswering: @Sendable () async -> Void

    package init(
        error: PasswordHashingError? = nil,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.error = error
        self.beforeAnswering = beforeAnswering
    }

    /// How many hashes were made, also those made to compare.
    package var hashCount: Int { calls.withLock { $0 } }

    package func hash(_ password: Password) async throws(PasswordHashingError) -> Credential {
        calls.withLock { $0 += 1 }
        await beforeAnswering()
        if let error { throw error }
        return Credential("hash of " + password.revealed)
    }

    package func verify(
        _ password: Password,
        against credential: Credential
    ) async throws(PasswordHashingError) -> Bool {
        try await hash(password) == credential
    }
}
