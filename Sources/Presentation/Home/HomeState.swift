public import Domain

/// What the main screen shows, which greets whoever is signed in.
public struct HomeState: Hashable, Sendable {
    /// What is going on.
    public enum Phase: Hashable, Sendable {
        /// The screen waits for an action.
        case idle

        /// The session is being ended.
        case signingOut

        /// The account is being deleted.
        case deletingAccount

        /// The account was not deleted for this reason.
        case failed(DeleteAccountError)

        /// The session has ended, and the screen has done its work.
        case done
    }

    /// The name to greet: the nickname, or the ID where there is none; nil while nobody is signed in.
    public let name: String?

    /// The ID of the account that is signed in; nil while there is none.
    public let signedInID: AccountID?

    /// What is going on.
    public internal(set) var phase: Phase

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - session: Who is signed in; nil where nobody is.
    ///   - phase: What is going on.
    public init(session: Session?, phase: Phase = .idle) {
        name = session.map { $0.profile.nickname?.text ?? $0.accountID.text }
        signedInID = session?.accountID
        self.phase = phase
    }

    /// The button that signs in while nobody is signed in, and signs out otherwise.
    public var action: ButtonName { signedInID == nil ? .signIn : .signOut }

    /// Whether the actions of the screen are enabled: none is being performed, and the session goes on.
    public var canAct: Bool {
        switch phase {
        case .idle, .failed: true
        case .signingOut, .deletingAccount, .done: false
        }
    }
}
