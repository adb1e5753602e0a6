public import Domain
import Synchronization

/// A fast hasher that counts its calls; a hash is the text `hash of` followed by the password.
public final class PasswordHasherStub {
    private let calls = Mutex(0)
    private let error: PasswordHashingError?
    private let beforeAnswering: @Sendable () async -> Void

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - error: The error that each call throws, or nil for none.
    ///   - beforeAnswering: Runs before each call returns.
    public init(
        error: PasswordHashingError? = nil,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.error = error
        self.beforeAnswering = beforeAnswering
    }

    /// The number of computed hashes, including those for comparison.
    public var hashCount: Int { calls.withLock { $0 } }
}

extension PasswordHasherStub: PasswordHasher {
    public func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
        calls.withLock { $0 += 1 }
        await beforeAnswering()
        if let error { throw error }
        return PasswordHash("hash of " + password.revealed.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())
    }

    public func verify(
        _ password: Password,
        against passwordHash: PasswordHash
    ) async throws(PasswordHashingError) -> Bool {
        try await hash(password) == passwordHash
    }
}
