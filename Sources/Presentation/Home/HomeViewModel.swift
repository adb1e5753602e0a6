public import Domain

/// The main screen, where the user can sign out or delete the account; without a session it leads to Sign-in.
///
/// A running operation is not cancelled, and during it, the actions of the screen do nothing.
@MainActor
public final class HomeViewModel: FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<HomeState> { box.observed }

    /// The alert queue of the app, which has the alerts of the screen.
    public var alerts: AlertQueue { screen.alerts }

    private let box: ObservableBox<HomeState>
    private var session: Session?
    private var isDismissed = false
    private let endSession: SignOut
    private let deleteAccount: DeleteAccount
    private let screen: ScreenContext

    /// Creates the view model of a main screen.
    ///
    /// - Parameters:
    ///   - session: The session of the user; nil if no user is signed in.
    ///   - signOut: Ends the session.
    ///   - deleteAccount: Deletes the account.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        session: Session?,
        signOut: SignOut,
        deleteAccount: DeleteAccount,
        in screen: ScreenContext
    ) {
        self.session = session
        endSession = signOut
        self.deleteAccount = deleteAccount
        self.screen = screen
        box = ObservableBox(HomeState(session: session, offersDeletion: deleteAccount.isOffered))
    }

    /// Shows another session.
    ///
    /// - Parameter session: The session; nil if no user is signed in.
    public func sessionDidChange(_ session: Session?) {
        guard session != self.session || box.value.phase == .done else { return }
        alerts.removeAll(of: self)
        self.session = session
        box.value = HomeState(session: session, offersDeletion: deleteAccount.isOffered)
    }

    /// Performs ``HomeState/action``: goes to Sign-in, or signs out.
    public func performAction() async {
        if session == nil { signIn() } else { await signOut() }
    }

    /// Goes to Sign-in, unless the user is signed in.
    public func signIn() {
        guard session == nil, canAct else { return }
        screen.proceed(.signIn)
    }

    /// Goes to the account of the user; nothing happens without a session.
    public func openAccount() {
        guard let session, canAct else { return }
        screen.proceed(.account(session))
    }

    /// Signs the user out; nothing happens without a session.
    public func signOut() async {
        guard let session, canAct else { return }
        box.value.phase = .signingOut
        await screen.localQueue.run(if: { self.isStill(session) && !self.isDismissed }) { [endSession] in
            await endSession(self.session?.id)
        } then: { outcome in
            self.finish(session)
            self.screen.proceed(.signedOut(session, outcome))
        }
    }

    /// Shows an alert, whose confirmation deletes the account; nothing happens if that is not offered.
    ///
    /// If the password is always required, this goes to the account of the user, where it can be typed.
    public func askToDeleteAccount() {
        guard let session, box.value.offersDeletion, canAct else { return }
        guard !deleteAccount.needsPassword else { return openAccount() }
        alerts.present(.accountDeletion(session.accountID), for: self) { [weak self] action in
            if action == .deleteAccount { await self?.deleteAccount() }
        }
    }

    /// Deletes the account; nothing happens without a session.
    ///
    /// - Parameter password: The current password, if an earlier attempt failed because it is required.
    public func deleteAccount(password: Password? = nil) async {
        guard let session, canAct else { return }
        box.value.phase = .deletingAccount
        await screen.queue.run(if: { self.isStill(session) && !self.isDismissed }) {
            [deleteAccount] () throws(DeleteAccountError) in
            try await deleteAccount(session, password: password)
        } then: { _ in
            self.finish(session)
            self.screen.proceed(.accountDeleted(session))
        } failing: { failure in
            if self.isStill(session) { self.box.value.phase = .failed(failure) }
            if case .service(let reason) = failure, let outcome = ScreenOutcome(unreadable: reason) {
                self.screen.proceed(outcome)
            }
        }
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() {
        isDismissed = true
        alerts.removeAll(of: self)
    }

    private var canAct: Bool { box.value.canAct && !isDismissed }

    /// Returns whether the screen still shows the account of a session; a new password may have replaced the session.
    private func isStill(_ session: Session) -> Bool { self.session?.accountID == session.accountID }

    /// Shows that the session has ended, unless the screen shows another account.
    private func finish(_ session: Session) {
        guard isStill(session) else { return }
        box.value.phase = .done
        alerts.removeAll(of: self)
    }
}
