import Domain

/// Consents by account and document: what the in-memory and the file repository have in common.
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

    mutating func removeAll(of accountID: AccountID) -> Bool {
        consents.removeValue(forKey: accountID) != nil
    }
}
