import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Consents by account.
struct ConsentTable: Sendable {
    private var consents: [AccountID: [Consent]] = [:]

    var all: [Consent] {
        consents.keys.sorted().flatMap { self.consents(of: $0) }
    }

    func consents(of accountID: AccountID) -> [Consent] {
        consents[accountID, default: []].sorted {
            ($0.document.name, $0.agreedAt, $0.document.version) < ($1.document.name, $1.agreedAt, $1.document.version)
        }
    }

    mutating func record(_ consents: [Consent]) {
        for consent in consents {
            var known = self.consents[consent.accountID] ?? []
            known.removeAll { $0.document == consent.document && $0.agreedAt == consent.agreedAt }
            self.consents[consent.accountID] = known + [consent]
        }
    }

    mutating func removeAll(of accountID: AccountID) {
        consents[accountID] = nil
    }
}

extension ConsentTable: StoredContent {
    static var store: StorageError.Store { .consents }

    var records: [ConsentRecord] { all.map(ConsentRecord.init) }

    init(_ records: [ConsentRecord]) throws(InvalidRecord) {
        for record in records { self.record([try record.consent()]) }
        guard all.count == records.count else { throw InvalidRecord() }
    }
}

/// A consent in its document.
struct ConsentRecord: Codable {
    let accountID: String
    let document: String
    let version: Int
    let agreedAt: Date
    let withdrawnAt: Date?

    init(_ consent: Consent) {
        accountID = consent.accountID.text
        document = consent.document.name
        version = consent.document.version
        agreedAt = consent.agreedAt
        withdrawnAt = consent.withdrawnAt
    }

    func consent() throws(InvalidRecord) -> Consent {
        Consent(
            accountID: try AccountID(record: accountID),
            document: ConsentDocument(name: document, version: version),
            agreedAt: agreedAt,
            withdrawnAt: withdrawnAt
        )
    }
}
