public import Domain

/// The main screen: greets the person who is signed in and lets them sign out or delete their account; where nobody is
/// signed in, it leads to Sign-in.
///
/// What it has begun is not cancelled: half a deletion would help nobody.
@MainActor
public final class HomeViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes to Sign-in.
        public let signIn: @MainActor () -> Void

        /// Goes to the account of the person who is signed in.
        public let account: @MainActor () -> Void

        /// Goes on without this session.
        public let signedOut: @MainActor (Session, SignOutOutcome) -> Void

        /// Goes on without the account of this session.
        public let withdrew: @MainActor (Session) -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - signIn: Goes to Sign-in.
        ///   - account: Goes to the account of the person who is signed in.
        ///   - signedOut: Goes on without this session.
        ///   - withdrew: Goes on without the account of this session.
        public init(
            signIn: @escaping @MainActor () -> Void,
            account: @escaping @MainActor () -> Void,
            signedOut: @escaping @MainActor (Session, SignOutOutcome) -> Void,
            withdrew: @escaping @MainActor (Session) -> Void
        ) {
            self.signIn = signIn
            self.account = account
            self.signedOut = signedOut
            self.withdrew = withdrew
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<HomeState> { box.observed }

    /// The alerts of the screen, among those of the app.
    public let alerts: AlertQueue

    private let box: ObservableBox<HomeState>
    private var session: Session?
    private var isRetired = false
    private let endSession: SignOut
    private let deleteAccount: DeleteAccount
    private let line: WorkLine
    private let actions: Actions

    /// Creates the view model of a main screen.
    ///
    /// - Parameters:
    ///   - session: Who is signed in; nil where nobody is.
    ///   - signOut: Ends the session.
    ///   - deleteAccount: Deletes the account.
    ///   - alerts: Where the screen puts its alerts.
    ///   - actions: What the screen leads to.
    public convenience init(
        session: Session?,
        signOut: SignOut,
        deleteAccount: DeleteAccount,
        alerts: AlertQueue = AlertQueue(),
        actions: Actions
    ) {
        self.init(
            session: session,
            signOut: signOut,
            deleteAccount: deleteAccount,
            alerts: alerts,
            line: WorkLine(),
            actions: actions
        )
    }

    init(
        session: Session?,
        signOut: SignOut,
        deleteAccount: DeleteAccount,
        alerts: AlertQueue,
        line: WorkLine,
        actions: Actions
    ) {
        self.line = line
        self.session = session
        endSession = signOut
        self.deleteAccount = deleteAccount
        self.alerts = alerts
        self.actions = actions
        box = ObservableBox(HomeState(session: session))
    }

    /// Tells the screen who is signed in from now on.
    ///
    /// - Parameter session: The session; nil where nobody is signed in any more.
    public func show(_ session: Session?) {
        guard session != self.session || box.value.phase == .done else { return }
        alerts.removeAll(of: self)
        self.session = session
        box.value = HomeState(session: session)
    }

    /// Performs the action of the button that signs in or out, as the state says.
    public func act() async {
        if session == nil { signIn() } else { await signOut() }
    }

    /// Goes to Sign-in, unless somebody is signed in.
    public func signIn() {
        guard session == nil, canAct else { return }
        actions.signIn()
    }

    /// Goes to the account of the person who is signed in, unless an action is performed.
    public func openAccount() {
        guard session != nil, canAct else { return }
        actions.account()
    }

    /// Ends the session, which always succeeds here; while an action is performed or nobody is signed in, nothing
    /// happens.
    public func signOut() async {
        guard let session, canAct else { return }
        box.value.phase = .signingOut
        await line.perform(while: { self.isStill(session) && !self.isRetired }) { [endSession] in
            await endSession()
        } then: { outcome in
            self.finish(session)
            self.actions.signedOut(session, outcome)
        }
    }

    /// Asks in an alert whether the account is really to be deleted, and deletes it where that is so.
    public func askToDeleteAccount() {
        guard session != nil, canAct else { return }
        alerts.present(.accountDeletion, for: self) { [weak self] intent in
            if intent == .deleteAccount { await self?.deleteAccount() }
        }
    }

    /// Deletes the account; while an action is performed or nobody is signed in, nothing happens.
    ///
    /// - Parameter password: What was typed where the screen has shown that the password is needed.
    public func deleteAccount(password: Password? = nil) async {
        guard let session, canAct else { return }
        box.value.phase = .deletingAccount
        await line.perform(while: { self.isStill(session) && !self.isRetired }) { [deleteAccount] in
            await deleteAccount.failure(for: session, password: password)
        } then: { failure in
            if let failure {
                if self.isStill(session) { self.box.value.phase = .failed(failure) }
            } else {
                self.finish(session)
                self.actions.withdrew(session)
            }
        }
    }

    /// Ends the screen for good, because it is shown no more; what waits for its turn is not begun.
    func retire() {
        isRetired = true
        alerts.removeAll(of: self)
    }

    private var canAct: Bool { box.value.canAct && !isRetired }

    /// Whether the screen is still that of the same person, whose session may be another since the password changed.
    private func isStill(_ session: Session) -> Bool { self.session?.accountID == session.accountID }

    /// Ends the part of this person; whoever is shown since has nothing to do with it.
    private func finish(_ session: Session) {
        guard isStill(session) else { return }
        box.value.phase = .done
        alerts.removeAll(of: self)
    }
}
