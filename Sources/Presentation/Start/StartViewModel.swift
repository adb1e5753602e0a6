public import Domain

/// The start screen: one action, which leads a remembered person to Welcome and anybody else to Sign-up.
@MainActor
public final class StartViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on with the remembered session.
        public let restored: @MainActor (Session) -> Void

        /// Goes to Sign-up, for nobody is remembered.
        public let signUp: @MainActor () -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - restored: Goes on with the remembered session.
        ///   - signUp: Goes to Sign-up, for nobody is remembered.
        public init(
            restored: @escaping @MainActor (Session) -> Void,
            signUp: @escaping @MainActor () -> Void
        ) {
            self.restored = restored
            self.signUp = signUp
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<StartState> { box.observed }

    private let box = ObservableBox(StartState.idle)
    private let work: LatestTask
    private let restoreSession: RestoreSession
    private let actions: Actions
    private var isRetired = false

    /// Creates the view model of a start screen.
    ///
    /// - Parameters:
    ///   - restoreSession: Looks for the remembered session.
    ///   - actions: What the screen leads to.
    public convenience init(restoreSession: RestoreSession, actions: Actions) {
        self.init(restoreSession: restoreSession, line: WorkLine(), actions: actions)
    }

    init(restoreSession: RestoreSession, line: WorkLine, actions: Actions) {
        self.restoreSession = restoreSession
        self.actions = actions
        work = LatestTask(line: line)
    }

    /// Performs the action of the screen, or performs it again where the store could not be read.
    ///
    /// While the session is being looked for, nothing happens.
    public func start() async {
        guard box.value != .checking, !isRetired else { return }
        box.value = .checking
        await work.run { [restoreSession] in
            await restoreSession()
        } then: {
            self.receive($0)
        }
    }

    /// Drops the answer that is awaited, because the screen is left.
    public func cancel() {
        work.cancel()
        box.value = .idle
    }

    /// Ends the screen for good, because it is shown no more.
    func retire() {
        isRetired = true
        cancel()
    }

    private func receive(_ outcome: RestoreOutcome) {
        switch outcome {
        case .restored(let session):
            box.value = .idle
            actions.restored(session)
        case .none:
            box.value = .idle
            actions.signUp()
        case .unavailable(let error):
            box.value = .unavailable(error)
        }
    }
}
