import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The second factors that accounts on this device wait for, in memory.
final class PendingChallenges: Sendable {
    /// The seconds for which a second factor is waited for.
    static let lifetime: TimeInterval = 300

    /// The number of wrong codes after which the user has to begin again.
    static let maximumAttempts = 5

    /// A correct password whose second factor is missing.
    struct Entry {
        let registrationID: RegistrationID
        let passwordHash: PasswordHash
        let begunAt: Date
        var attemptsLeft = PendingChallenges.maximumAttempts

        /// Returns whether the entry is too old, or comes from the future of a clock that was set back.
        func isExpired(at now: Date) -> Bool { abs(now.timeIntervalSince(begunAt)) >= PendingChallenges.lifetime }

        /// Returns whether a second factor of an account, as it is stored now, completes the sign-in.
        func belongs(to account: Account) -> Bool {
            registrationID == account.registrationID && passwordHash == account.passwordHash
                && account.totp?.isOn == true
        }
    }

    private let entries = Mutex<[ChallengeID: Entry]>([:])

    /// Begins to wait for the second factor of an account, and forgets what is too old.
    func begin(_ account: Account, _ id: ChallengeID, at now: Date) -> Challenge {
        entries.withLock { entries in
            entries = entries.filter { !$0.value.isExpired(at: now) }
            entries[id] = Entry(
                registrationID: account.registrationID,
                passwordHash: account.passwordHash,
                begunAt: now
            )
        }
        return Challenge(
            id: id,
            accountID: account.id,
            kind: .totp,
            purpose: .secondFactor,
            sentAt: now,
            expiresAt: now + Self.lifetime,
            attemptsLeft: Self.maximumAttempts,
            acceptsRecoveryCode: account.recoveryHash != nil
        )
    }

    func find(_ id: ChallengeID) -> Entry? { entries.withLock { $0[id] } }

    func end(_ id: ChallengeID) { entries.withLock { $0[id] = nil } }

    /// Counts a wrong code.
    ///
    /// - Returns: The number of further attempts; after the last one, the entry is forgotten.
    func fail(_ id: ChallengeID) -> Int {
        entries.withLock { entries in
            guard let left = entries[id]?.attemptsLeft, left > 1 else {
                entries[id] = nil
                return 0
            }
            entries[id]?.attemptsLeft = left - 1
            return left - 1
        }
    }
}
