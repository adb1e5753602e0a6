public import Domain
import Testing

/// The contract of every quarantine of stores.
public typealias StoreQuarantineContract = Contract<QuarantinedStores>

/// A quarantine and its stores, which are empty at first.
public struct QuarantinedStores: Sendable {
    let quarantine: any StoreQuarantine
    let sessions: any SessionRepository
    let consents: any ConsentRepository
    let attempts: any AttemptRepository
    let damage: (@Sendable (StorageError.Store) async throws -> Void)?

    /// Collects a quarantine and its stores.
    ///
    /// - Parameters:
    ///   - quarantine: The quarantine.
    ///   - sessions: The store of the session.
    ///   - consents: The store of the consents.
    ///   - attempts: The store of the failed sign-ins.
    ///   - damage: Damages a store; nil if the stores cannot be damaged.
    public init(
        quarantine: any StoreQuarantine,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        attempts: any AttemptRepository,
        damage: (@Sendable (StorageError.Store) async throws -> Void)?
    ) {
        self.quarantine = quarantine
        self.sessions = sessions
        self.consents = consents
        self.attempts = attempts
        self.damage = damage
    }

    fileprivate static let documents: [StorageError.Store] = [.session, .consents, .attempts]
    fileprivate static let lost = SignInAttempts(lostAt: .stub, policy: .standard)

    fileprivate func fill() async throws {
        try await sessions.save(.stub())
        try await consents.record([.stub()])
        try await attempts.update { $0 = SignInAttempts(overall: .init(failures: 1, since: .stub)) }
    }

    fileprivate func quarantineAll() async throws -> [Bool] {
        var isMoved: [Bool] = []
        for store in StorageError.Store.allCases {
            isMoved.append(try await quarantine.quarantine(store, startingWith: Self.lost))
        }
        return isMoved
    }
}

extension StoreQuarantineContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("an empty store stays empty") { stores async throws in
                #expect(try await stores.quarantineAll().allSatisfy { !$0 })
                #expect(try await stores.sessions.active() == nil)
                #expect(try await stores.consents.all() == [])
                #expect(try await stores.attempts.update { $0 } == SignInAttempts())
            },
            promise("a store that can be read stays unchanged") { stores in
                try await stores.fill()
                #expect(try await stores.quarantineAll().allSatisfy { !$0 })
                #expect(try await stores.sessions.active() == .stub())
                #expect(try await stores.consents.all() == [.stub()])
                #expect(try await stores.attempts.update { $0.overall?.failures } == 1)
            },
            promise("a damaged store starts over, and can be used again") { stores in
                guard let damage = stores.damage else { return }
                try await stores.fill()
                for store in QuarantinedStores.documents { try await damage(store) }
                #expect(try await stores.quarantineAll().count { $0 } == QuarantinedStores.documents.count)
                #expect(try await stores.sessions.active() == nil)
                #expect(try await stores.consents.all() == [])
                #expect(try await stores.attempts.update { $0 } == QuarantinedStores.lost)
                #expect(try await stores.quarantineAll().allSatisfy { !$0 })
                try await stores.fill()
                #expect(try await stores.sessions.active() == .stub())
            },
        ]
    }
}
