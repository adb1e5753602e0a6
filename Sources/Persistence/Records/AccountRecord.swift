import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an account is stored.
///
/// The names of the members are the format: they never change.
struct AccountRecord: Codable {
    let id: String
    let profile: ProfileRecord
    let passwordHash: String

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let createdAt: Double

    init(_ account: Account) {
        id = account.id.text
        profile = ProfileRecord(account.profile)
        passwordHash = account.passwordHash.revealed
        createdAt = account.createdAt.timeIntervalSinceReferenceDate
    }

    /// The account that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func account() throws(InvalidRecord) -> Account {
        Account(
            id: try AccountID(record: id),
            profile: try profile.profile(),
            passwordHash: PasswordHash(passwordHash),
            createdAt: Date(timeIntervalSinceReferenceDate: createdAt)
        )
    }
}
