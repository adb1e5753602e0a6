import AccountFlowTesting
import Domain
import Persistence

/// A consent repository that is right but for one thing.
actor BrokenConsentRepository: ConsentRepository {
    enum Fault {
        /// Nothing is stored.
        case forgets
        /// There is a consent to begin with.
        case isNotEmpty
        /// Every agreement is of one moment.
        case losesTheTime
        /// A higher version of a document stays.
        case keepsTheHigherVersion
        /// The first of a batch wins.
        case recordsBackwards
        /// To record nothing forgets everything.
        case clearsForNothing
        /// Consents are found by one spelling of an ID alone.
        case tellsSpellingsApart
        /// The order is the wrong way round.
        case ordersBackwards
        /// Whoever is removed takes all others along.
        case removesEverything
        /// To remove what is not there is an error.
        case refusesToRemoveNothing
        /// Two may add to the same consents, and one of them for nothing.
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
