import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// The methods of all repositories, as test cases.
enum StoreOperation: String, CaseIterable, Sendable {
    case insert, find, contains, update, delete, page, count
    case load, save, clear, replace, forget
    case all, consents, record, removeAll
    case begin, end, pending
    case attempt

    static let writing: [StoreOperation] = [
        .insert, .update, .delete, .save, .clear, .replace, .forget, .record, .removeAll, .begin, .end, .attempt,
    ]
    static let reading = allCases.filter { !writing.contains($0) }

    /// The writing operations without those that remove the session.
    static let replacing = writing.filter { $0 != .clear && $0 != .forget }

    /// The operations that create a file in an empty folder.
    static let founding: [StoreOperation] = [.insert, .save, .record, .begin, .attempt]

    var store: StorageError.Store {
        switch self {
        case .insert, .find, .contains, .update, .delete, .page, .count: .accounts
        case .load, .save, .clear, .replace, .forget: .session
        case .all, .consents, .record, .removeAll: .consents
        case .begin, .end, .pending: .pendingOperations
        case .attempt: .attempts
        }
    }

    /// The operations on the stores that are one JSON document each.
    static let ofDocuments = allCases.filter { $0.store != .accounts }

    /// The operations of documents that have to decode them.
    static let decoding = ofDocuments.filter { $0 != .clear }

    /// The file of the store.
    var fileName: String { store == .accounts ? "accounts.store" : documentName }

    /// The name of the JSON document.
    var documentName: String { store.rawValue + ".json" }

    /// Calls the method with arguments that have an effect in a folder made by ``seed(_:)``.
    ///
    /// - Returns: The error of the store, or nil.
    func run(in folder: StorageDirectory) async -> StorageError? {
        let accounts = FileAccountRepository(folder: folder)
        let session = FileSessionRepository(folder: folder)
        let consents = FileConsentRepository(folder: folder)
        let pendingOperations = FilePendingOperationRepository(folder: folder)
        let attempts = FileAttemptRepository(folder: folder)
        do {
            switch self {
            case .insert: try await accounts.insert(.stub(id: .stub("new")))
            case .find: _ = try await accounts.find(.stub())
            case .contains: _ = try await accounts.contains(.stub())
            case .update: try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("changed") }
            case .delete: try await accounts.delete(.stub())
            case .page: _ = try await accounts.page(after: nil, limit: 1)
            case .count: _ = try await accounts.count()
            case .load: _ = try await session.load()
            case .save: try await session.save(.stub(token: AccessToken("changed")))
            case .clear: try await session.clear()
            case .replace: try await session.update { _ = $0.update(.stub(token: AccessToken("changed"))) }
            case .forget: try await session.update { _ = $0.remove(.stub()) }
            case .all: _ = try await consents.all()
            case .consents: _ = try await consents.consents(of: .stub())
            case .record: try await consents.record([Self.consent(version: 2)])
            case .removeAll: try await consents.removeAll(of: .stub())
            case .begin: _ = try await pendingOperations.begin(.stub(.deleteAccount), forgettingBefore: .stub)
            case .end: try await pendingOperations.end(.stub())
            case .pending: _ = try await pendingOperations.pending()
            case .attempt: _ = try await attempts.update { $0.begin(Self.tag, at: .stub, policy: .standard) }
            }
            return nil
        } catch let error as StorageError {
            return error
        } catch AccountInsertionError.storage(let error) {
            return error
        } catch AccountUpdateError.storage(let error) {
            return error
        } catch {
            Issue.record("\(self): \(error)")
            return nil
        }
    }

    /// Stores an account, its session, its consent, a pending operation and a sign-in attempt in a folder.
    static func seed(_ folder: StorageDirectory) async throws {
        let folder = folder.on(FaultyFileSystem())
        try await FileAccountRepository(folder: folder).insert(.stub())
        try await FileSessionRepository(folder: folder).save(.stub())
        try await FileConsentRepository(folder: folder).record([consent(version: 1)])
        _ = try await FilePendingOperationRepository(folder: folder).begin(.stub(), forgettingBefore: .stub)
        _ = try await FileAttemptRepository(folder: folder)
            .update { $0.begin(tag, at: .stub, policy: .standard) }
    }

    private static let tag = AccountTag(.stub())

    private static func consent(version: Int) -> Consent {
        Consent(
            accountID: .stub(),
            document: ConsentDocument(name: "auto-login-terms", version: version),
            agreedAt: .stub
        )
    }
}
