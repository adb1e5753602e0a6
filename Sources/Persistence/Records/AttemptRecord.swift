import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How the failed sign-ins of an account are stored, or those of all accounts together.
///
/// The names of the members are the format: they never change.
struct AttemptRecord: Codable {
    /// The tag of the account; missing for all accounts together.
    let account: String?
    let failures: Int

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let since: Double

    init(_ tag: AccountTag?, _ count: SignInAttempts.Count) {
        account = tag?.digits
        failures = count.failures
        since = count.since.timeIntervalSinceReferenceDate
    }

    /// The count that is stored.
    ///
    /// - Throws: `InvalidRecord` where there was nothing to count, or at no time.
    func count() throws(InvalidRecord) -> SignInAttempts.Count {
        guard failures > 0, since.isFinite else { throw InvalidRecord() }
        return SignInAttempts.Count(failures: failures, since: Date(timeIntervalSinceReferenceDate: since))
    }
}
