#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// After a relaunch, the user signs in again: a second factor alone proves nothing.
extension LocalAccountService: ChallengeAnswering {
    public func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? { nil }

    public func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        // This says nothing about accounts.
        guard let factor = SecondFactor(confirmation.code) else { throw .wrong(attemptsLeft: nil) }
        let pending = challenges.find(challenge.id)
        if pending?.isExpired(at: dates.now) == true { throw .expired }
        return try await counting(challenge.accountID) { () async throws(ChallengeError) in
            let account = try await ChallengeError.mapping { () async throws(AuthenticationError) in
                try await find(challenge.accountID)
            }
            let known = account.flatMap { pending?.belongs(to: $0) == true ? $0 : nil }
            do throws(TOTPError) {
                // An unknown step takes the path of a wrong code, which uses none.
                let changed = try await use(factor, of: known ?? .unknown(challenge.accountID, at: dates.now))
                challenges.end(challenge.id)
                return .authenticated(authentication(of: changed))
            } catch {
                guard known != nil else { throw .unknown }
                switch error {
                case .wrongCode:
                    let left = challenges.fail(challenge.id)
                    throw left > 0 ? .wrong(attemptsLeft: left) : .tooManyAttempts
                case .usedCode: throw .used
                case .throttled(let throttling): throw .throttled(until: throttling.end)
                case .service(let failure): throw .service(failure)
                // The account was deleted.
                case .wrongPassword, .alreadyEnabled, .notEnabled: throw .unknown
                }
            }
        }
    }

    public func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        throw .service(.notOffered)
    }

    public func cancel(_ challenge: Challenge) async { challenges.end(challenge.id) }
}

extension Account {
    /// Returns an account that is stored nowhere, so every code is wrong for it.
    fileprivate static func unknown(_ id: AccountID, at date: Date) -> Account {
        Account(id: id, passwordHash: PasswordHash(""), createdAt: date)
    }
}

extension ChallengeError: AttemptError {
    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .unknown
        case .invalidInput: self = .wrong(attemptsLeft: nil)
        case .throttled(let throttling): self = .throttled(until: throttling.end)
        case .service(let failure): self = .service(failure)
        }
    }

    var counts: Bool {
        switch self {
        case .wrong, .used, .tooManyAttempts, .unknown, .throttled, .service(.cancelled): true
        case .expired, .service: false
        }
    }
}
