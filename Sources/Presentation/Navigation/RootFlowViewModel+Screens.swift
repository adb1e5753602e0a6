public import Domain

extension RootFlowViewModel {
    /// Makes the view model of the start screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one of the screen that is shown any more.
    public func makeStartViewModel() -> StartViewModel {
        let visit = beginVisit()
        let screen = StartViewModel(
            restoreSession: dependencies.restoreSession,
            line: line,
            actions: StartViewModel.Actions(
                restored: { [weak self] session in self?.resume(session, from: visit) },
                signUp: { [weak self] in self?.show(.signUp, from: visit) }
            )
        )
        listen(to: FlowLevel(visit: visit, retire: { [weak screen] in screen?.retire() }))
        return screen
    }

    /// Makes the view model of the sign-up screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one of the screen that is shown any more.
    public func makeSignUpViewModel() -> SignUpViewModel {
        let visit = beginVisit()
        let screen = SignUpViewModel(
            validator: dependencies.signUpValidator,
            inquiry: dependencies.makeAvailabilityCheck(),
            signUp: dependencies.signUp,
            time: dependencies.time,
            alerts: alerts,
            line: line,
            actions: SignUpViewModel.Actions(
                signedUp: { [weak self] session, notice in self?.signIn(session, notice, from: visit) },
                signIn: { [weak self] in self?.show(.signIn, from: visit) },
                left: { [weak self] in self?.leave(from: visit) }
            )
        )
        listen(to: FlowLevel(visit: visit, retire: { [weak screen] in screen?.retire() }))
        return screen
    }

    /// Makes the view model of the sign-in screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one of the screen that is shown any more.
    public func makeSignInViewModel() -> SignInViewModel {
        let visit = beginVisit()
        let screen = SignInViewModel(
            validator: dependencies.signInValidator,
            signIn: dependencies.signIn,
            consents: dependencies.consents,
            time: dependencies.time,
            alerts: alerts,
            line: line,
            actions: SignInViewModel.Actions(
                signedIn: { [weak self] session, notice in self?.signIn(session, notice, from: visit) },
                signUp: { [weak self] in self?.show(.signUp, from: visit) },
                left: { [weak self] in self?.leave(from: visit) },
                agreementNotSaved: { [weak self] error in self?.tell(.agreementNotSaved(error)) }
            )
        )
        listen(
            to: FlowLevel(
                visit: visit,
                retire: { [weak screen] in screen?.retire() },
                uncover: { [weak screen] in screen?.uncover() }
            )
        )
        return screen
    }

    /// Makes the view model of the main screen.
    ///
    /// - Parameter session: Who is signed in, as the route says; nil where nobody is.
    /// - Returns: The view model; the flow listens to no earlier one of the screen that is shown any more.
    public func makeHomeViewModel(for session: Session?) -> HomeViewModel {
        let visit = beginVisit()
        let screen = HomeViewModel(
            session: session,
            signOut: dependencies.signOut,
            deleteAccount: dependencies.deleteAccount,
            alerts: alerts,
            line: line,
            actions: HomeViewModel.Actions(
                signIn: { [weak self] in self?.show(.signIn, from: visit) },
                account: { [weak self] in self?.showAccount(from: visit) },
                signedOut: { [weak self] session, outcome in self?.end(session, FlowNotice(outcome)) },
                withdrew: { [weak self] session in self?.end(session, nil) }
            )
        )
        listen(
            to: FlowLevel(
                visit: visit,
                retire: { [weak screen] in screen?.retire() },
                tell: { [weak screen] session in screen?.show(session) }
            )
        )
        return screen
    }

    /// Makes the view model of the account screen.
    ///
    /// - Parameter session: Who is signed in, as the route says.
    /// - Returns: The view model; the flow listens to no earlier one of the screen that is shown any more.
    public func makeAccountViewModel(for session: Session) -> AccountViewModel {
        let visit = beginVisit()
        let screen = AccountViewModel(
            session: session,
            validator: dependencies.signUpValidator,
            changePassword: dependencies.changePassword,
            deleteAccount: dependencies.deleteAccount,
            time: dependencies.time,
            alerts: alerts,
            line: line,
            actions: AccountViewModel.Actions(
                passwordChanged: { [weak self] old, new, notice in self?.replace(old, with: new, notice) },
                withdrew: { [weak self] session in self?.end(session, nil) },
                left: { [weak self] in self?.leave(from: visit) }
            )
        )
        listen(to: FlowLevel(visit: visit, retire: { [weak screen] in screen?.retire() }))
        return screen
    }

    private func showAccount(from visit: Int) {
        guard let session = state.value.routes?.session else { return }
        show(.account(session), from: visit)
    }
}
