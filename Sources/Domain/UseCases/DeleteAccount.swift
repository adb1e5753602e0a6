/// A use case that deletes the account of the signed-in user, with its session and its consents.
public struct DeleteAccount: Sendable {
    private let service: any AccountService
    private let sessions: CurrentSession
    private let consents: any ConsentRepository

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Deletes the account.
    ///   - sessions: The session of the user.
    ///   - consents: The store of the consents.
    public init(
        service: any AccountService,
        sessions: CurrentSession,
        consents: any ConsentRepository
    ) {
        self.service = service
        self.sessions = sessions
        self.consents = consents
    }

    /// Whether accounts can be deleted.
    public var isOffered: Bool { service.offersDeletion }

    /// Whether the password is always required, whatever the age of the session.
    public var needsPassword: Bool { service.deletionNeedsPassword }

    /// Hides the session and deletes the consents of an account, and then deletes the account and the session.
    ///
    /// If the power fails in between, the user is signed out, whether or not the account exists: no launch restores the
    /// hidden session, and a later one ends it. Another order could leave a session without an account, or consents that
    /// the next owner of the ID inherits. If a step fails, the steps before it are undone. A token that the server rejects
    /// is replaced once, also while an agreement is required. A stored session of another account stays.
    ///
    /// While one call deletes an account, another one fails with the reason `busy` of the session store. In other processes,
    /// it also does so for five minutes after the process of a deletion was killed. Afterwards, the hidden session ends, and
    /// the consents are lost: if the account exists, the user signs in and agrees again.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password, which is always checked if it is given.
    /// - Throws: ``DeleteAccountError``; in that case, the account was not deleted by this call, as far as the service
    ///   knows.
    public func callAsFunction(
        _ session: Session,
        password: Password? = nil
    ) async throws(DeleteAccountError) {
        let isRecognized: Bool
        do {
            isRecognized = try await service.recognizes(session)
        } catch {
            throw .service(error)
        }
        guard isRecognized else { throw .sessionEnded }

        try await confirm(session, password: password)
        let session = await sessions.usable(session)
        do {
            try await delete(session, password: password)
        } catch .service(.tokenRefused) {
            try await delete(try await renewed(session), password: password)
        }
    }

    /// Returns the session with another token than one that the server rejected.
    private func renewed(_ session: Session) async throws(DeleteAccountError) -> Session {
        let renewed: Session?
        do {
            renewed = try await sessions.renewed(session)
        } catch {
            switch error {
            case .service(let failure): throw .service(failure)
            case .cancelled: throw .service(.cancelled)
            case .signedOut, .ended: throw .service(.tokenRefused)
            }
        }
        guard let renewed else { throw .service(.tokenRefused) }
        return renewed
    }

    private func delete(_ session: Session, password: Password?) async throws(DeleteAccountError) {
        let hidden: SessionID
        do {
            hidden = try await sessions.beginDeletion(of: session)
        } catch {
            throw .service(.storage(error))
        }
        do {
            try await delete(session, hidden: hidden, password: password)
        } catch {
            await sessions.endDeletion(of: session)
            throw error
        }
        await sessions.endDeletion(of: session)
    }

    private func delete(
        _ session: Session,
        hidden: SessionID,
        password: Password?
    ) async throws(DeleteAccountError) {
        let agreed: [Consent]
        do {
            // A deletion of another process that has failed meanwhile has restored them.
            agreed = try await consents.consents(of: session.accountID)
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw await undo(.storage(error), of: session, hidden: hidden, consents: [])
        }
        do {
            try await service.deleteAccount(of: session, password: password)
        } catch {
            throw await undo(error, of: session, hidden: hidden, consents: agreed)
        }
        // Other tasks may have stored consents while the account was being deleted. The account is deleted, whether or not
        // this and the following succeed.
        try? await consents.removeAll(of: session.accountID)
        for left in await sessions.endRegistration(of: session, hidden: hidden) {
            // The next owner of the ID may have signed in. If the service cannot check this, the session is removed.
            let isOfNextOwner = (try? await service.recognizes(left)) == true
            if !isOfNextOwner {
                await sessions.removeWithoutAccount(left.id)
            } else if left.id == hidden {
                // If this fails, the session ends later.
                try? await sessions.cancelDeletion(of: left.id)
            }
        }
    }

    /// Checks the password, if it is given, or if the service or the policy requires it.
    private func confirm(_ session: Session, password: Password?) async throws(DeleteAccountError) {
        guard let password else {
            let now = await sessions.time.date(for: session)
            let isRequired = service.deletionNeedsPassword || sessions.policy.needsPassword(session, at: now)
            guard !isRequired else { throw .passwordRequired }
            return
        }
        do {
            try await ConfirmPassword(service: service, sessions: sessions)(session, password: password)
        } catch {
            throw DeleteAccountError(error)
        }
    }

    /// Returns whether another deletion has succeeded, so that the next owner of the ID must not inherit the consents.
    private func isDeleted(_ session: Session, after failure: AccountServiceFailure) async -> Bool {
        guard failure == .tokenRefused else { return false }
        // A service that cannot tell keeps the consents.
        return (try? await service.recognizes(session)) == false
    }

    /// Restores what was removed before a failure, and returns the error to throw.
    private func undo(
        _ failure: AccountServiceFailure,
        of session: Session,
        hidden: SessionID,
        consents agreed: [Consent]
    ) async -> DeleteAccountError {
        let isOver = failure == .tokenRefused && !sessions.canRefresh(session)
        do {
            if !agreed.isEmpty, !(await isDeleted(session, after: failure)) { try await consents.record(agreed) }
            if !isOver || hidden != session.id { try await sessions.cancelDeletion(of: hidden) }
            if isOver { await sessions.endHidden(session.id, .refused) }
            return .service(failure)
        } catch {
            await sessions.endHidden(hidden, .signedOut)
            return .failedAndSignedOut(failure, error)
        }
    }
}

/// The reason why an account was not deleted.
public enum DeleteAccountError: Error, Hashable, Sendable {
    /// The account of the session was deleted before; its ID may have a new owner.
    case sessionEnded

    /// The service requires the password, or the policy does because of the age of the session; nothing was changed.
    case passwordRequired

    /// The password is incorrect; nothing was changed.
    case wrongPassword

    /// After repeated wrong passwords, attempts are rejected; nothing was changed.
    case throttled(Throttling)

    /// The account service or a store failed; the session and the consents are as before.
    ///
    /// If the server rejects the token, and it cannot be replaced, the session is over.
    case service(AccountServiceFailure)

    /// The account service or a store failed, and the removed session or consents could not be restored.
    ///
    /// The user has to sign in again, and perhaps to agree to the terms again.
    case failedAndSignedOut(AccountServiceFailure, StorageError)
}

extension DeleteAccountError: PasswordConfirmationError {}
