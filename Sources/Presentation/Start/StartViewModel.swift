public import Domain

/// What the start screen shows.
public enum StartState: Hashable, Sendable {
    /// The screen waits for its action.
    case idle
    /// The remembered session is being restored.
    case checking
    /// The store of the session cannot be read, so it is unknown whether the user is signed in.
    case unavailable(StorageError)
}

/// The start screen: one action, which leads a remembered user to Welcome and anybody else to Sign-up.
///
/// It alone restores sessions: ``RootFlowViewModel`` uses one of its own where an app begins without a start screen.
@MainActor
public final class StartViewModel: FlowScreen {
    /// What the screen shows.
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
    ///   - queue: The queue in which operations wait for those of other screens.
    ///   - proceed: Goes on where each outcome of the screen leads.
    public init(
        restoreSession: RestoreSession,
        queue: SerialTaskQueue = SerialTaskQueue(),
        proceed: @escaping @MainActor (ScreenOutcome) -> Void
    ) {
        self.restoreSession = restoreSession
        self.proceed = proceed
        task = LatestWinsTask(queue: queue)
    }

    /// Performs the action of the screen, also again after the store could not be read.
    ///
    /// Nothing happens while the session is being restored.
    public func start() async {
        guard box.value != .checking, !isDismissed else { return }
        box.value = .checking
        await task.run { [restoreSession] in
            await restoreSession()
        } then: {
            self.receive($0)
        }
    }

    /// Drops the awaited answer, because the user leaves the screen.
    public func cancel() {
        task.cancel()
        box.value = .idle
    }

    /// Ends the screen for good, because it is shown no more.
    func dismiss() {
        isDismissed = true
        cancel()
    }

    private func receive(_ outcome: RestoreOutcome) {
        switch outcome {
        case .restored(let session):
            box.value = .idle
            proceed(.restored(session))
        case .none:
            box.value = .idle
            proceed(.signUp)
        case .unavailable(let error):
            box.value = .unavailable(error)
        }
    }
}
