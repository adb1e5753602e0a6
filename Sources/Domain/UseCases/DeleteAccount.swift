#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Deletes the account of the person who is signed in, with its session and its agreements to terms.
public struct DeleteAccount: Sendable {
    private let service: any AccountService
    private let sessions: any SessionRepository
    private let consents: any ConsentRepository
    private let dates: DateGenerator
    private let policy: SessionPolicy

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Deletes the account.
    ///   - sessions: Where the session is kept.
    ///   - consents: Where agreements to terms are kept.
    ///   - dates: Tells how old the session is.
    ///   - policy: Says from which age on the password is asked for once more.
    public init(
        service: any AccountService,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        dates: DateGenerator = .system,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.service = service
        self.sessions = sessions
        self.consents = consents
        self.dates = dates
        self.policy = policy
    }

    /// Deletes an account.
    ///
    /// The account itself goes last: if the power fails on the way, a person who is signed out still has an account,
    /// whereas another order would leave a session of nobody, or agreements for the next owner of the ID to inherit.
    /// Where something cannot be deleted, what went before it is stored again. A stored session of another account is
    /// left alone.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - password: The password once more; it is compared wherever it is given.
    /// - Throws: `DeleteAccountError.sessionEnded` where there is no such account any more; `.passwordRequired`,
    ///   `.wrongPassword` or `.throttled` before anything is touched; `.failed` where the service or a store could
    ///   not do its work; `.failedSignedOut` where what had been
    ///   removed could not be stored again either. The account was not deleted, as far as anybody here can tell.
    public func callAsFunction(
        _ session: Session,
        password: Password? = nil
    ) async throws(DeleteAccountError) {
        let isRecognized: Bool
        do {
            isRecognized = try await service.recognizes(session)
        } catch {
            throw .failed(error)
        }
        guard isRecognized else { throw .sessionEnded }

        try await confirm(session, password: password)
        let agreed: [Consent]
        let removed: Session?
        do {
            agreed = try await consents.consents(of: session.accountID)
            removed = try await removeStoredSession(of: session.accountID)
        } catch {
            throw .failed(.storage(error))
        }
        do {
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw await undo(.storage(error), session: removed, consents: [])
        }
        do {
            try await service.deleteAccount(of: session)
        } catch {
            throw await undo(error, session: removed, consents: agreed)
        }
        await removeLatecomers(of: session.accountID)
    }

    private func removeStoredSession(of accountID: AccountID) async throws(StorageError) -> Session? {
        guard let stored = try await sessions.load(), stored.accountID == accountID else { return nil }
        return try await sessions.replace(stored, with: nil) ? stored : nil
    }

    /// Removes what a sign-in and an agreement have stored while the account was being deleted.
    private func removeLatecomers(of accountID: AccountID) async {
        // The account is deleted, whatever a store says now.
        try? await consents.removeAll(of: accountID)
        guard let stored = try? await sessions.load(), stored.accountID == accountID else { return }
        // The ID is free, so the session may be of its next owner. Where the service cannot tell, it stays: a server
        // refuses the token of an account that is gone.
        let isOfNextOwner = (try? await service.recognizes(stored)) == true
        if !isOfNextOwner { _ = try? await sessions.replace(stored, with: nil) }
    }

    /// Makes sure that it is the owner who asks, where the policy does not take the session for that.
    private func confirm(_ session: Session, password: Password?) async throws(DeleteAccountError) {
        guard let password else {
            guard !policy.needsPassword(session, at: dates.now) else { throw .passwordRequired }
            return
        }
        do {
            _ = try await service.authenticate(session.accountID, password: password)
        } catch {
            throw DeleteAccountError(error)
        }
    }

    /// Stores again what was removed before the failure.
    private func undo(
        _ failure: AccountServiceFailure,
        session: Session?,
        consents removed: [Consent]
    ) async -> DeleteAccountError {
        do {
            if !removed.isEmpty { try await consents.record(removed) }
            // A session whose token is worth nothing any more is not brought back.
            if let session, failure != .remote(.tokenRefused) { try await sessions.replace(nil, with: session) }
            return .failed(failure)
        } catch {
            return .failedSignedOut(failure, error)
        }
    }
}

/// Why an account was not deleted; as far as anybody here can tell, it is still there.
public enum DeleteAccountError: Error, Hashable, Sendable {
    /// The session is of no account any more: it was deleted before, and its ID may belong to somebody else by now.
    case sessionEnded

    /// The session is so old that the password is asked for once more; nothing was changed.
    case passwordRequired

    /// The password is another one; nothing was changed.
    case wrongPassword

    /// There were too many wrong passwords: nobody may try before that time, or, without one, before somebody lifts the
    /// ban; nothing was changed.
    case throttled(until: Date?)

    /// The account service or a store could not do its work; the session and the agreements are as they were, but for
    /// a session whose token the server refuses, which is over.
    case failed(AccountServiceFailure)

    /// The account service or a store could not do its work, and what had been removed before could not be stored
    /// again: the owner has to sign in anew, and perhaps to agree to terms anew.
    case failedSignedOut(AccountServiceFailure, StorageError)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials, .invalidInput: self = .wrongPassword
        case .throttled(let until): self = .throttled(until: until)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
