import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The failed sign-ins of one account, or of all accounts together, in their document.
struct AttemptRecord: Codable {
    /// The tag of the account, or nil for all accounts together.
    let account: String?
    let failures: Int
    let since: Date

    init(_ tag: AccountTag?, _ count: SignInAttempts.Count) {
        account = tag?.digits
        failures = count.failures
        since = count.since
    }

    /// Creates the count, and throws unless it has failures.
    func count() throws(InvalidRecord) -> SignInAttempts.Count {
        guard failures > 0 else { throw InvalidRecord() }
        return SignInAttempts.Count(failures: failures, since: since)
    }
}

extension SignInAttempts: StoredContent {
    static var store: StorageError.Store { .attempts }

    var records: [AttemptRecord] {
        let own = accounts.sorted { $0.key.digits < $1.key.digits }.map { AttemptRecord($0.key, $0.value) }
        return (overall.map { [AttemptRecord(nil, $0)] } ?? []) + own
    }

    init(_ records: [AttemptRecord]) throws(InvalidRecord) {
        var accounts: [AccountTag: Count] = [:]
        var overall: Count?
        for record in records {
            let count = try record.count()
            if let digits = record.account {
                guard let tag = AccountTag(digits: digits), accounts[tag] == nil else { throw InvalidRecord() }
                accounts[tag] = count
            } else {
                guard overall == nil else { throw InvalidRecord() }
                overall = count
            }
        }
        self.init(accounts: accounts, overall: overall)
    }
}
