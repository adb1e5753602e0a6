/// Makes those wait who have given wrong passwords.
///
/// An attempt is counted durably before it is made. Where it cannot be counted, it is not made.
public struct SignInThrottle: Sendable {
    private let attempts: any AttemptRepository
    private let policy: ThrottlePolicy
    private let dates: DateGenerator

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - attempts: Where failures are counted.
    ///   - policy: How long to wait after how many of them.
    ///   - dates: Tells the present time.
    public init(attempts: any AttemptRepository, policy: ThrottlePolicy = .standard, dates: DateGenerator) {
        self.attempts = attempts
        self.policy = policy
        self.dates = dates
    }

    /// Forgets the failures of an account: lifts a ban, or leaves nothing of an account that is deleted.
    ///
    /// - Parameter id: The ID of the account.
    /// - Throws: ``StorageError``; then nothing was changed.
    public func forget(_ id: AccountID) async throws(StorageError) {
        let tag = AccountTag(id)
        try await attempts.update { $0.forget(tag) }
    }

    /// Counts an attempt as a failure before it is made.
    ///
    /// - Throws: `.throttled` or `.failed(.storage)`; the attempt must not be made then.
    func begin(_ id: AccountID) async throws(AuthenticationError) {
        let tag = AccountTag(id)
        let verdict: SignInAttempts.Verdict
        do {
            verdict = try await attempts.update { [policy, dates] in $0.begin(tag, at: dates.now, policy: policy) }
        } catch {
            throw .failed(.storage(error))
        }
        switch verdict {
        case .admitted: return
        case .throttled(let until): throw .throttled(until: until)
        }
    }

    /// Ends an attempt whose password was right.
    func succeed(_ id: AccountID) async {
        let tag = AccountTag(id)
        // Whoever gave the right password is let in; where this fails, the next wrong one counts once more.
        try? await attempts.update { $0.succeed(tag) }
    }

    /// Ends an attempt of which nobody learnt whether the password was right.
    func revert(_ id: AccountID) async {
        let tag = AccountTag(id)
        // The error that the attempt ended with says what is wrong; the attempt stays counted where this fails.
        try? await attempts.update { $0.revert(tag) }
    }
}
