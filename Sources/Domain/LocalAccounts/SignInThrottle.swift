/// A throttle of sign-ins after repeated wrong passwords.
///
/// An attempt is counted durably before it is made. If it cannot be counted, it is rejected.
public struct SignInThrottle: Sendable {
    private let attempts: any AttemptRepository
    private let policy: ThrottlePolicy
    private let dates: DateGenerator

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - attempts: The store of the failed sign-ins.
    ///   - policy: The limits.
    ///   - dates: The clock.
    public init(attempts: any AttemptRepository, policy: ThrottlePolicy = .standard, dates: DateGenerator) {
        self.attempts = attempts
        self.policy = policy
        self.dates = dates
    }

    /// Forgets the failures of an account, which lifts a ban.
    ///
    /// - Parameter id: The ID of the account.
    /// - Throws: ``StorageError``.
    public func forget(_ id: AccountID) async throws(StorageError) {
        let tag = AccountTag(id)
        try await attempts.update(of: tag) { $0.forget(tag) }
    }

    /// Counts an attempt as a failure before it is made.
    ///
    /// - Throws: `.throttled` or `.service(.storage)`; in that case, the attempt must not be made.
    func begin(_ id: AccountID) async throws(AuthenticationError) {
        let tag = AccountTag(id)
        let decision: SignInAttempts.Decision
        do {
            decision = try await attempts.update(of: tag) { [policy, dates] in
                $0.begin(tag, at: dates.now, policy: policy)
            }
        } catch {
            throw .service(.storage(error))
        }
        switch decision {
        case .allowed: return
        case .throttled(let throttling): throw .throttled(throttling)
        }
    }

    /// Ends an attempt whose password was correct.
    func succeed(_ id: AccountID) async {
        let tag = AccountTag(id)
        // The password was correct, so the sign-in succeeds; if this fails, the attempt stays counted.
        try? await attempts.update(of: tag) { $0.succeed(tag) }
    }

    /// Ends an attempt whose password was correct, but which needs a second factor.
    func proceed(_ id: AccountID) async {
        let tag = AccountTag(id)
        // The password was correct, so the sign-in goes on; if this fails, the attempt stays counted.
        try? await attempts.update(of: tag) { [policy] in $0.proceed(tag, policy: policy) }
    }

    /// Ends an attempt whose password was not compared.
    func revert(_ id: AccountID) async {
        let tag = AccountTag(id)
        // The attempt reports its own error; if this fails, it stays counted.
        try? await attempts.update(of: tag) { $0.revert(tag) }
    }
}
