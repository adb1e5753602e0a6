import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Consents by account and document.
struct ConsentTable: Sendable {
    private var consents: [AccountID: [String: Consent]] = [:]

    var all: [Consent] {
        consents.keys.sorted().flatMap { self.consents(of: $0) }
    }

    func consents(of accountID: AccountID) -> [Consent] {
        consents[accountID, default: [:]].values.sorted { $0.document.name < $1.document.name }
    }

    mutating func record(_ consents: [Consent]) {
        for consent in consents {
            self.consents[consent.accountID, default: [:]][consent.document.name] = consent
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

    init(_ consent: Consent) {
        accountID = consent.accountID.text
        document = consent.document.name
        version = consent.document.version
        agreedAt = consent.agreedAt
    }

    func consent() throws(InvalidRecord) -> Consent {
        Consent(
            accountID: try AccountID(record: accountID),
            document: ConsentDocument(name: document, version: version),
            agreedAt: agreedAt
        )
    }
}
