public import Domain

/// The welcome screen: greets the person who is signed in and lets them sign out or delete their account.
///
/// What it has begun is not cancelled: half a withdrawal would help nobody.
@MainActor
public final class WelcomeViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on without a session.
        public let signedOut: @MainActor (SignOutOutcome) -> Void

        /// Goes on without the account.
        public let withdrew: @MainActor () -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - signedOut: Goes on without a session.
        ///   - withdrew: Goes on without the account.
        public init(
            signedOut: @escaping @MainActor (SignOutOutcome) -> Void,
            withdrew: @escaping @MainActor () -> Void
        ) {
            self.signedOut = signedOut
            self.withdrew = withdrew
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<WelcomeState> { box.observed }

    private let box: ObservableBox<WelcomeState>
    private let session: Session
    private let endSession: SignOut
    private let withdrawAccount: WithdrawAccount
    private let actions: Actions

    /// Creates the view model of a welcome screen.
    ///
    /// - Parameters:
    ///   - session: Who is signed in.
    ///   - signOut: Ends the session.
    ///   - withdrawAccount: Deletes the account.
    ///   - actions: What the screen leads to.
    public init(session: Session, signOut: SignOut, withdrawAccount: WithdrawAccount, actions: Actions) {
        self.session = session
        endSession = signOut
        self.withdrawAccount = withdrawAccount
        self.actions = actions
        box = ObservableBox(WelcomeState(session: session))
    }

    /// Ends the session, which always succeeds here; while an action is performed or after it, nothing happens.
    public func signOut() async {
        guard box.value.canAct else { return }
        box.value.phase = .signingOut
        let outcome = await endSession()
        box.value.phase = .done
        actions.signedOut(outcome)
    }

    /// Deletes the account; while an action is performed or after it, nothing happens.
    ///
    /// - Parameter password: What was typed where the screen has shown that the password is needed.
    public func withdraw(password: Password? = nil) async {
        guard box.value.canAct else { return }
        box.value.phase = .withdrawing
        do {
            try await withdrawAccount(session, password: password)
        } catch {
            box.value.phase = .failed(error)
            return
        }
        box.value.phase = .done
        actions.withdrew()
    }
}
