import AccountFlowTesting
import Domain
import Foundation
import Persistence
import PostgreSQLSupport
import Testing

/// The changes of all stores in PostgreSQL, each of which must be made exactly once.
enum StoredChange: String, CaseIterable, Sendable {
    case insert, update, delete, attempt, record, removeAll, begin, end, event

    /// Stores what the change needs, and removes what it has stored before.
    ///
    /// - Returns: The number of security events, which are not removed.
    @discardableResult
    func prepare(_ database: PostgreSQLDatabase) async throws -> Int {
        switch self {
        case .insert: try await database.accounts.delete(.stub())
        case .update, .delete:
            try await database.accounts.delete(.stub())
            try await database.accounts.insert(.stub(passwordHash: PasswordHash("")))
        case .attempt: try await database.attempts.update { $0 = SignInAttempts() }
        case .record: try await database.consents.removeAll(of: .stub())
        case .removeAll: try await database.consents.record([Self.consent])
        case .begin: try await database.operations.end(.stub())
        case .end: _ = try await database.operations.begin(.stub(), forgettingBefore: .distantPast)
        case .event: return try await eventCount(in: database)
        }
        return 0
    }

    private func eventCount(in database: PostgreSQLDatabase) async throws -> Int {
        try await PostgreSQLSecurityEvents(database).events(of: AccountTag(.stub())).count
    }

    /// Makes the change, and returns what is wrong with its result.
    func make(in database: PostgreSQLDatabase) async throws -> String? {
        switch self {
        case .insert: try await database.accounts.insert(.stub())
        case .update:
            try await database.accounts.update(.stub()) {
                $0.passwordHash = PasswordHash($0.passwordHash.revealed + "x")
            }
        case .delete:
            guard try await database.accounts.delete(.stub()) else { return "no account was deleted" }
        case .attempt:
            let tag = AccountTag(.stub())
            let decision = try await database.attempts.update(of: tag) { $0.begin(tag, at: .stub, policy: .standard) }
            guard decision == .allowed else { return "\(decision)" }
        case .record: try await database.consents.record([Self.consent])
        case .removeAll: try await database.consents.removeAll(of: .stub())
        case .begin:
            let begun = try await database.operations.begin(.stub(), forgettingBefore: .distantPast)
            guard begun == .stub() else { return "another operation has begun" }
        case .end: try await database.operations.end(.stub())
        case .event:
            let events = PostgreSQLSecurityEvents(database)
            await events.record(RecordedEvent(.signedIn(AccountTag(.stub())), at: .stub))
            guard events.lostCount == 0 else { return "the event was lost" }
        }
        return nil
    }

    /// Returns what is wrong in a database in which the change was made once, after so many security events.
    func violation(in database: PostgreSQLDatabase, after events: Int) async throws -> String? {
        let isMade: Bool
        switch self {
        case .insert: isMade = try await database.accounts.page(after: nil, limit: 2) == [.stub()]
        case .update: isMade = try await database.accounts.find(.stub())?.passwordHash == PasswordHash("x")
        case .delete: isMade = try await database.accounts.count() == 0
        case .attempt:
            let attempts = try await database.attempts.update { $0 }
            isMade = attempts.accounts[AccountTag(.stub())]?.failures == 1 && attempts.overall?.failures == 1
        case .record: isMade = try await database.consents.all() == [Self.consent]
        case .removeAll: isMade = try await database.consents.all() == []
        case .begin: isMade = try await database.operations.pending() == [.stub()]
        case .end: isMade = try await database.operations.pending() == []
        case .event: isMade = try await eventCount(in: database) == events + 1
        }
        return isMade ? nil : "the change was not made exactly once"
    }

    private static let consent = Consent(
        accountID: .stub(),
        document: ConsentDocument(name: "terms", version: 1),
        agreedAt: .stub
    )
}

extension PostgreSQLDatabase {
    var accounts: PostgreSQLAccountRepository { PostgreSQLAccountRepository(self) }
    var attempts: PostgreSQLAttemptRepository { PostgreSQLAttemptRepository(self) }
    var consents: PostgreSQLConsentRepository { PostgreSQLConsentRepository(self) }
    var operations: PostgreSQLPendingOperationRepository { PostgreSQLPendingOperationRepository(self) }
}

extension PostgreSQLServer {
    /// Creates a schema without tables, and returns the parameter of a connection string that selects it.
    func makeSchema() async throws -> String {
        let name = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await query("CREATE SCHEMA \(name)")
        return "&options=-csearch_path%3D" + name
    }
}
