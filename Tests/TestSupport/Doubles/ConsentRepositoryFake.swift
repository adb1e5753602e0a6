package import Domain

/// A consent repository that keeps its consents as long as it lives, across several use cases.
package actor ConsentRepositoryFake: ConsentRepository {
    private var stored: [Consent]

    package init(_ consents: [Consent] = []) {
        stored = consents
    }

    package func all() async throws(StorageError) -> [Consent] {
        stored.sorted { ($0.accountID.canonical, $0.document.name) < ($1.accountID.canonical, $1.document.name) }
    }

    package func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        stored.filter { $0.accountID == accountID }.sorted { $0.document.name < $1.document.name }
    }

    package func record(_ consents: [Consent]) async throws(StorageError) {
        for consent in consents {
            stored.removeAll { $0.accountID == consent.accountID && $0.document.name == consent.document.name }
            stored.append(consent)
        }
    }

    package func removeAll(of accountID: AccountID) async throws(StorageError) {
        stored.removeAll { $0.accountID == accountID }
    }
}
