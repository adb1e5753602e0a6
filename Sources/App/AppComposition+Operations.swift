public import Domain

// Each method calls the use case of its name in `useCases`, and is known to the shutdown: one that has begun is finished,
// and one that begins later fails before it has done anything.
extension AppComposition {
    /// Registers an account and signs its owner in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The session that has begun, or the reason why the owner has to sign in.
    /// - Throws: `SignUpError`, and `.failed(.cancelled)` after the shutdown.
    public func signUp(_ form: AccountForm, remember: Bool = true) async throws(SignUpError) -> SignUpOutcome {
        try await lifetime.run(orThrow: .failed(.cancelled)) { () async throws(SignUpError) in
            try await useCases.signUp(form, remember: remember)
        }
    }

    /// Signs a user in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The session that has begun, and whether it could be stored.
    /// - Throws: `SignInError`, and `.failed(.cancelled)` after the shutdown.
    public func signIn(_ form: AccountForm, remember: Bool = true) async throws(SignInError) -> OpenedSession {
        try await lifetime.run(orThrow: .failed(.cancelled)) { () async throws(SignInError) in
            try await useCases.signIn(form, remember: remember)
        }
    }

    /// Reads the remembered session at launch.
    ///
    /// - Returns: The session, none, or why the store cannot be read; `.unavailable` after the shutdown.
    public func restoreSession() async -> RestoreOutcome {
        await lifetime.run(orReturn: .unavailable(StorageError(store: .session, reason: .closed))) {
            await useCases.restoreSession()
        }
    }

    /// Ends the session; the account stays.
    ///
    /// - Returns: Whether the stored session could be removed; it remains after the shutdown.
    public func signOut() async -> SignOutOutcome {
        await lifetime.run(orReturn: .sessionRemains(StorageError(store: .session, reason: .closed))) {
            await useCases.signOut()
        }
    }

    /// Deletes the account of a session.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - password: The owner's password, which the session policy may require.
    /// - Throws: `DeleteAccountError`, and `.failed(.cancelled)` after the shutdown.
    public func deleteAccount(_ session: Session, password: Password? = nil) async throws(DeleteAccountError) {
        try await lifetime.run(orThrow: .failed(.cancelled)) { () async throws(DeleteAccountError) in
            try await useCases.deleteAccount(session, password: password)
        }
    }

    /// Whether the accounts are where ``changePassword(_:from:to:confirmation:)`` can reach them.
    public var canChangePassword: Bool { useCases.changePassword != nil }

    /// Changes the password of an account and begins a new session.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - current: The present password.
    ///   - new: The new password.
    ///   - confirmation: The new password, typed a second time.
    /// - Returns: The new session, and whether it could be stored.
    /// - Throws: `ChangePasswordError`; `.failed(.remote(.notOffered))` where ``canChangePassword`` is false, and
    ///   `.failed(.cancelled)` after the shutdown.
    public func changePassword(
        _ session: Session,
        from current: Password,
        to new: Password,
        confirmation: Password
    ) async throws(ChangePasswordError) -> OpenedSession {
        guard let change = useCases.changePassword else { throw .failed(.remote(.notOffered)) }
        return try await lifetime.run(orThrow: .failed(.cancelled)) { () async throws(ChangePasswordError) in
            try await change(session, from: current, to: new, confirmation: confirmation)
        }
    }

    /// Stores an account's agreement to documents.
    ///
    /// - Parameters:
    ///   - documents: The documents that the user has agreed to.
    ///   - session: The session of the user.
    /// - Returns: All agreements of the account, ordered by the name of the document.
    /// - Throws: `AgreeToTermsError`, and `.failed(.cancelled)` after the shutdown.
    @discardableResult
    public func agreeToTerms(
        to documents: [ConsentDocument],
        by session: Session
    ) async throws(AgreeToTermsError) -> [Consent] {
        try await lifetime.run(orThrow: .failed(.cancelled)) { () async throws(AgreeToTermsError) in
            try await useCases.agreeToTerms(to: documents, by: session)
        }
    }

    /// Returns whether an account has agreed on this device to all required terms, so that the next user need not be
    /// asked at length.
    ///
    /// - Returns: Whether there is such an account.
    /// - Throws: `StorageError`, and `.closed` after the shutdown.
    public func areTermsAgreedHere() async throws(StorageError) -> Bool {
        try await lifetime.run(orThrow: .consentsClosed) { () async throws(StorageError) in
            try await useCases.reviewTerms.areAgreedHere()
        }
    }

    /// Finds the required terms that an account has not agreed to in their present versions.
    ///
    /// - Parameter accountID: The account, whether it exists or not.
    /// - Returns: The documents; none where the account has agreed to all.
    /// - Throws: `StorageError`, and `.closed` after the shutdown.
    public func missingTerms(for accountID: AccountID) async throws(StorageError) -> [ConsentDocument] {
        try await lifetime.run(orThrow: .consentsClosed) { () async throws(StorageError) in
            try await useCases.reviewTerms.missing(for: accountID)
        }
    }

    /// Lists the accounts that are stored on this device, a page at a time.
    ///
    /// - Parameters:
    ///   - id: The ``/Domain/AccountPage/next`` of the page before; nil for the first page.
    ///   - limit: The largest number of accounts on the page; fewer than 1 count as 1.
    /// - Returns: The page; empty where the accounts are on a server.
    /// - Throws: `StorageError`, and `.closed` after the shutdown.
    public func listAccounts(
        after id: AccountID? = nil,
        limit: Int = 100
    ) async throws(StorageError) -> AccountPage {
        try await lifetime.run(orThrow: .accountsClosed) { () async throws(StorageError) in
            try await useCases.listAccounts(after: id, limit: limit)
        }
    }

    /// Shuts the app down: cancels or finishes every operation, and returns when the last has ended.
    ///
    /// - What waits for a server is cancelled, connections are closed, and the operations of every flow's screens end. A
    ///   request that was on its way may have been received; it is repeated under its own key.
    /// - What changes files is finished, and so is the background work of the repositories. What was acknowledged stays
    ///   acknowledged.
    /// - Afterwards the operations of the composition fail with `AccountServiceFailure.cancelled` or
    ///   `StorageError.Reason.closed` before they have done anything, and screens do nothing.
    ///
    /// Later and simultaneous calls wait for the same shutdown. An operation that the shutdown waits for, such as a
    /// hasher or a repository, must not call it.
    public func shutDown() async { await lifetime.shutDown() }

    /// Whether an operation of the composition is under way; operations of screens do not count.
    package var hasPendingWork: Bool { lifetime.hasPendingWork }
}

extension StorageError {
    static let accountsClosed = StorageError(store: .accounts, reason: .closed)
    static let consentsClosed = StorageError(store: .consents, reason: .closed)
}
