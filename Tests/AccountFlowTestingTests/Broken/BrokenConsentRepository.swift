import AccountFlowTesting
import Domain
import Persistence

/// A consent repository with one fault.
actor BrokenConsentRepository: ConsentRepository {
    enum Fault {
        /// Stores nothing.
        case forgets
        /// Contains a consent from the start.
        case isNotEmpty
        /// Stores every consent with the same date.
        case losesTheTime
        /// Ignores a consent to an older version of a document.
        case keepsTheHigherVersion
        /// Ignores a consent to a document that has one from the same date.
        case keepsTheFirst
        /// Stores the first consent of a batch instead of the last.
        case recordsBackwards
        /// Removes all consents when it records an empty list.
        case clearsForNothing
        /// Finds consents by one spelling of an ID only.
        case tellsSpellingsApart
        /// Returns consents in the opposite order.
        case ordersBackwards
        /// Removes the consents of all accounts instead of one.
        case removesEverything
        /// Throws an error if there is no consent to remove.
        case refusesToRemoveNothing
        /// Loses one of two simultaneous recordings.
        case races
    }

    let fault: Fault
    private var consents: any ConsentRepository
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
        consents = InMemoryConsentRepository(fault == .isNotEmpty ? [.stub()] : [])
    }

    func all() async throws(StorageError) -> [Consent] {
        let all = try await consents.all()
        return fault == .ordersBackwards ? all.reversed() : all
    }

    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        let found = try await consents.consents(of: accountID)
        return fault == .tellsSpellingsApart ? found.filter { $0.accountID.text == accountID.text } : found
    }

    func record(_ new: [Consent]) async throws(StorageError) {
        let earlier = try await consents.all()
        switch fault {
        case .forgets: return
        case .losesTheTime:
            try await consents.record(new.map { .stub(accountID: $0.accountID, document: $0.document) })
        case .keepsTheHigherVersion:
            try await consents.record(
                new.filter { consent in
                    !earlier.contains { $0.document.version > consent.document.version }
                }
            )
        case .keepsTheFirst:
            try await consents.record(
                new.filter { consent in
                    !earlier.contains { $0.document == consent.document && $0.agreedAt == consent.agreedAt }
                }
            )
        case .recordsBackwards: try await consents.record(new.reversed())
        case .clearsForNothing where new.isEmpty: consents = InMemoryConsentRepository()
        case .races:
            let copy: any ConsentRepository = InMemoryConsentRepository(earlier)
            try await copy.record(new)
            await gate.meeting()
            consents = copy
        default: try await consents.record(new)
        }
    }

    func removeAll(of accountID: AccountID) async throws(StorageError) {
        if fault == .removesEverything { consents = InMemoryConsentRepository() }
        if fault == .refusesToRemoveNothing, try await consents.consents(of: accountID).isEmpty { throw .stub() }
        try await consents.removeAll(of: accountID)
    }
}
