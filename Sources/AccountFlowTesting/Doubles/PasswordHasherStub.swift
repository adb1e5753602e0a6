public import Domain
import Synchronization

/// A hasher that costs nothing and counts how often it was asked.
public final class PasswordHasherStub: PasswordHasher {
    private let calls = Mutex(0)
    private let error: PasswordHashingError?

    private let beforeAnswering: @Sendable () async -> Void

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - error: What every call fails with, or nil for none.
    ///   - beforeAnswering: What is waited for before each answer.
    public init(
        error: PasswordHashingError? = nil,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.error = error
        self.beforeAnswering = beforeAnswering
    }

    /// How many hashes were made, also those made to compare.
    public var hashCount: Int { calls.withLock { $0 } }

    /// Makes a password hash out of which anybody reads the password.
    ///
    /// - Parameter password: The password; every one is taken.
    /// - Returns: The words `hash of` and the password, the same for the same password.
    /// - Throws: The ``/Domain/PasswordHashingError`` that every call fails with; the call is counted all the same.
    public func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        calls.withLock { $0 += 1 }
        await beforeAnswering()
        if let error { throw error }
        return PasswordHash("hash of " + password.revealed)
    }

    /// Tells whether a password hash is of a password.
    ///
    /// - Parameters:
    ///   - password: The password that was typed.
    ///   - passwordHash: The password hash of the account; one that this hasher has not made is of no password.
    /// - Returns: Whether the password hash was made of that password.
    /// - Throws: The ``/Domain/PasswordHashingError`` that every call fails with; the call is counted all the same.
    public func verify(
        _ password: Password,
        against passwordHash: PasswordHash
    ) async throws(PasswordHashingError) -> Bool {
        try await hash(password) == passwordHash
    }
}
