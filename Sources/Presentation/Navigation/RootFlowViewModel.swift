public import Domain

/// The flow from screen to screen: decides the first route and follows the outcomes of the screens.
///
/// It makes the view model of a screen when it is asked to, and listens only to the one that it made last for the
/// route that is shown: an outcome that comes after the person has gone elsewhere leads nowhere.
@MainActor
public final class RootFlowViewModel {
    /// What the flow and its screens work with.
    public struct Dependencies: Sendable {
        let restoreSession: RestoreSession
        let signUp: SignUp
        let signIn: SignIn
        let signOut: SignOut
        let withdrawAccount: WithdrawAccount
        let signUpValidator: any FormValidating
        let signInValidator: any FormValidating
        let makeInquiry: @Sendable () -> (any AvailabilityInquiring)?

        /// Collects what the flow and its screens work with.
        ///
        /// - Parameters:
        ///   - restoreSession: Looks for the remembered session.
        ///   - signUp: Registers an account.
        ///   - signIn: Signs somebody in.
        ///   - signOut: Ends a session.
        ///   - withdrawAccount: Deletes an account.
        ///   - signUpValidator: Judges the sign-up form; the same one as in `signUp`.
        ///   - signInValidator: Judges the sign-in form; the same one as in `signIn`.
        ///   - makeInquiry: Makes what finds out whether an ID is free, one for each sign-up screen; nil where nobody is
        ///     to ask.
        public init(
            restoreSession: RestoreSession,
            signUp: SignUp,
            signIn: SignIn,
            signOut: SignOut,
            withdrawAccount: WithdrawAccount,
            signUpValidator: any FormValidating,
            signInValidator: any FormValidating,
            makeInquiry: @escaping @Sendable () -> (any AvailabilityInquiring)? = { nil }
        ) {
            self.restoreSession = restoreSession
            self.signUp = signUp
            self.signIn = signIn
            self.signOut = signOut
            self.withdrawAccount = withdrawAccount
            self.signUpValidator = signUpValidator
            self.signInValidator = signInValidator
            self.makeInquiry = makeInquiry
        }
    }

    /// Where the app is.
    public var state: ObservedValue<RootFlowState> { box.observed }

    private let box: ObservableBox<RootFlowState>
    private let dependencies: Dependencies
    private let work = LatestTask()
    private var isRestoring = false
    private var visit = 0
    private var cancelScreen: (@MainActor () -> Void)?

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - launchStyle: How the app begins.
    ///   - dependencies: What the flow and its screens work with.
    public init(launchStyle: LaunchStyle = .startScreen, dependencies: Dependencies) {
        self.dependencies = dependencies
        switch launchStyle {
        case .startScreen: box = ObservableBox(.showing(.start))
        case .direct: box = ObservableBox(.restoring)
        }
    }

    /// Decides the first route; where the app begins with the start screen, it is decided already.
    ///
    /// A remembered session leads to Welcome, none to Start. A store that cannot be read leads nowhere: that is
    /// never taken for nobody being signed in.
    public func launch() async {
        guard box.value == .restoring, !isRestoring else { return }
        await restore()
    }

    /// Looks for the remembered session again after the store could not be read; otherwise nothing happens.
    public func retry() async {
        guard case .unavailable = box.value else { return }
        box.value = .restoring
        await restore()
    }

    /// Puts away the notice that is shown with a screen.
    public func dismissNotice() {
        guard case .showing(let route, _) = box.value else { return }
        box.value = .showing(route)
    }

    /// Makes the view model of the start screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one any more.
    public func makeStartViewModel() -> StartViewModel {
        let visit = beginVisit()
        let screen = StartViewModel(
            restoreSession: dependencies.restoreSession,
            actions: StartViewModel.Actions(
                restored: { [weak self] session in self?.go(to: .welcome(session), from: visit) },
                signUp: { [weak self] in self?.go(to: .signUp, from: visit) }
            )
        )
        cancelScreen = { [weak screen] in screen?.cancel() }
        return screen
    }

    /// Makes the view model of the sign-up screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one any more.
    public func makeSignUpViewModel() -> SignUpViewModel {
        let visit = beginVisit()
        let screen = SignUpViewModel(
            validator: dependencies.signUpValidator,
            inquiry: dependencies.makeInquiry(),
            signUp: dependencies.signUp,
            actions: SignUpViewModel.Actions(
                signedUp: { [weak self] session, notice in
                    self?.go(to: .welcome(session), from: visit, notice: notice)
                },
                signIn: { [weak self] in self?.go(to: .signIn, from: visit) },
                left: { [weak self] in self?.go(to: .start, from: visit) }
            )
        )
        cancelScreen = { [weak screen] in screen?.cancel() }
        return screen
    }

    /// Makes the view model of the sign-in screen.
    ///
    /// - Returns: The view model; the flow listens to no earlier one any more.
    public func makeSignInViewModel() -> SignInViewModel {
        let visit = beginVisit()
        let screen = SignInViewModel(
            validator: dependencies.signInValidator,
            signIn: dependencies.signIn,
            actions: SignInViewModel.Actions(
                signedIn: { [weak self] session, notice in
                    self?.go(to: .welcome(session), from: visit, notice: notice)
                },
                signUp: { [weak self] in self?.go(to: .signUp, from: visit) },
                left: { [weak self] in self?.go(to: .start, from: visit) }
            )
        )
        cancelScreen = { [weak screen] in screen?.cancel() }
        return screen
    }

    /// Makes the view model of the welcome screen.
    ///
    /// - Parameter session: Who is signed in, as the route says.
    /// - Returns: The view model; the flow listens to no earlier one any more.
    public func makeWelcomeViewModel(for session: Session) -> WelcomeViewModel {
        let visit = beginVisit()
        return WelcomeViewModel(
            session: session,
            signOut: dependencies.signOut,
            withdrawAccount: dependencies.withdrawAccount,
            actions: WelcomeViewModel.Actions(
                signedOut: { [weak self] outcome in
                    self?.go(to: .start, from: visit, notice: FlowNotice(outcome))
                },
                withdrew: { [weak self] in self?.go(to: .start, from: visit) }
            )
        )
    }

    private func restore() async {
        isRestoring = true
        defer { isRestoring = false }
        let outcome = await work.answer { [dependencies] in await dependencies.restoreSession() }
        guard let outcome else { return }

        switch outcome {
        case .restored(let session): go(to: .welcome(session), from: beginVisit())
        case .none: go(to: .start, from: beginVisit())
        case .unavailable(let error): box.value = .unavailable(error)
        }
    }

    /// Stops listening to the screen that was made last, and what it is doing.
    private func beginVisit() -> Int {
        visit += 1
        let cancel = cancelScreen
        cancelScreen = nil
        cancel?()
        return visit
    }

    private func go(to route: Route, from visit: Int, notice: FlowNotice? = nil) {
        guard visit == self.visit else { return }
        self.visit += 1
        cancelScreen = nil
        work.cancel()
        box.value = .showing(route, notice: notice)
    }
}
