public import Domain

/// The state of the main screen.
public struct HomeState: Hashable, Sendable {
    /// The operation in progress.
    public enum Phase: Hashable, Sendable {
        /// The screen waits for an action.
        case idle
        /// The user is being signed out.
        case signingOut
        /// The account is being deleted.
        case deletingAccount
        /// The account was not deleted, because of this error.
        case failed(DeleteAccountError)
        /// The session has ended.
        case done
    }

    /// The name in the greeting: the nickname or, without one, the ID; nil if no user is signed in.
    public let name: String?

    /// The ID of the account; nil if no user is signed in.
    public let signedInID: AccountID?

    /// Whether the account can be deleted here.
    public let offersDeletion: Bool

    /// The operation in progress.
    public internal(set) var phase: Phase

    package init(session: Session?, offersDeletion: Bool = true, phase: Phase = .idle) {
        self.offersDeletion = session != nil && offersDeletion
        name = session.map { $0.profile.nickname?.text ?? $0.accountID.text }
        signedInID = session?.accountID
        self.phase = phase
    }

    /// The button that signs in if no user is signed in, and signs out otherwise.
    public var action: ButtonName { signedInID == nil ? .signIn : .signOut }

    /// Whether the actions of the screen are enabled: no operation is in progress, and the session has not ended.
    public var canAct: Bool {
        switch phase {
        case .idle, .failed: true
        case .signingOut, .deletingAccount, .done: false
        }
    }
}
