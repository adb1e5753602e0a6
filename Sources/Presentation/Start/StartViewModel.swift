public import Domain

/// The start screen: one action, which leads to Welcome if a session is remembered, and otherwise to Sign-up.
///
/// If the terms have a higher version since the sign-in, the action leads to Agreement.
///
/// ``RootFlowViewModel`` uses it to restore the session, even if an app begins without a start screen.
@MainActor
public final class StartViewModel: FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<StartState> { box.observed }

    private let box = ObservableBox(StartState.idle)
    private let task: LatestWinsTask
    private let restoreSession: RestoreSession
    private let proceed: @MainActor (ScreenOutcome) -> Void
    private var isDismissed = false

    /// Creates the view model of a start screen.
    ///
    /// - Parameters:
    ///   - restoreSession: Restores the remembered session.
    ///   - screen: What the screens share, and the way out of this one.
    public init(restoreSession: RestoreSession, in screen: ScreenContext) {
        self.restoreSession = restoreSession
        proceed = screen.proceed
        task = LatestWinsTask(queue: screen.queue)
    }

    /// Restores the session, or tries again after a failure; nothing happens while that is in progress.
    public func start() async {
        guard box.value != .checking, !isDismissed else { return }
        box.value = .checking
        await task.run { [restoreSession] in
            await restoreSession()
        } then: {
            self.receive($0)
        }
    }

    /// Asks the user to start over, if the session cannot be read.
    public func askToStartOver() {
        if case .unavailable(let error) = box.value, error.allowsStartingOver { proceed(.unreadable(error)) }
    }

    /// Stops restoring the session, because the user leaves the screen.
    public func cancel() {
        task.cancel()
        box.value = .idle
    }

    /// Waits for its action again.
    func didStartOver() { cancel() }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() {
        isDismissed = true
        cancel()
    }

    private func receive(_ outcome: RestoreOutcome) {
        switch outcome {
        case .restored(let session):
            box.value = .idle
            proceed(.restored(session))
        case .termsRequired(let session, let documents):
            box.value = .idle
            proceed(.agreementRequired(session, documents))
        case .none:
            box.value = .idle
            proceed(.signUp)
        case .uncertain:
            box.value = .idle
            proceed(.sessionUncertain)
        case .unavailable(let error):
            box.value = .unavailable(error)
        }
    }
}
