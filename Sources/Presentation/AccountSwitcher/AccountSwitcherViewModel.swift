public import Domain

/// The account switcher, which lists the accounts on this device, and switches, adds and signs them out.
///
/// During an operation, no other one begins, and no account is added.
///
/// ``RootFlowViewModel`` follows the session, so the main screen shows the account to which the user switches.
@MainActor
public final class AccountSwitcherViewModel: ScreenModel {
    /// The state of the switcher.
    public var state: ObservedValue<AccountSwitcherState> { box.observed }

    private let box = ObservableBox(AccountSwitcherState())
    private let listSessions: ListSessions
    private let switchAccount: SwitchAccount
    private let endSession: SignOut
    private let queue: SerialTaskQueue
    private let didSwitch: @MainActor () -> Bool
    private let signIn: @MainActor () -> Void

    /// Creates the view model of an account switcher.
    ///
    /// - Parameters:
    ///   - listSessions: Lists the sessions.
    ///   - switchAccount: Makes another session the active one.
    ///   - signOut: Ends sessions.
    ///   - queue: The queue of all screens for operations that need no server.
    ///   - didSwitch: Shows the active session, and returns false if the app has not restored it yet.
    ///   - signIn: Leads to Sign-in.
    public init(
        listSessions: ListSessions,
        switchAccount: SwitchAccount,
        signOut: SignOut,
        queue: SerialTaskQueue = SerialTaskQueue(),
        didSwitch: @escaping @MainActor () -> Bool,
        signIn: @escaping @MainActor () -> Void
    ) {
        self.listSessions = listSessions
        self.switchAccount = switchAccount
        endSession = signOut
        self.queue = queue
        self.didSwitch = didSwitch
        self.signIn = signIn
    }

    /// Lists the accounts; call it whenever the switcher appears.
    public func appear() async { await run { nil } }

    /// Switches to another account, or shows the active one.
    ///
    /// - Parameter id: The identity of its session.
    public func switchTo(_ id: SessionID) async {
        guard !box.value.isBusy else { return }
        // A start screen has not restored the active one, or another process has signed in.
        if id == box.value.active?.id, didSwitch() { return }
        box.value.switching = id
        await run { [switchAccount, didSwitch] in
            do throws(SwitchAccountError) {
                _ = try await switchAccount(id)
                _ = didSwitch()
                return nil
            } catch {
                return .notSwitched(error)
            }
        }
    }

    /// Leads to Sign-in, and signs no user out; nothing happens if there is no place.
    public func addAccount() {
        if box.value.canAdd { signIn() }
    }

    /// Signs an account out.
    ///
    /// - Parameter id: The identity of its session.
    public func signOut(_ id: SessionID) async {
        await run { [endSession] in Self.failure(of: await endSession(id)) }
    }

    /// Signs all accounts out.
    public func signOutAll() async {
        await run { [endSession] in Self.failure(of: await endSession.all()) }
    }

    private static func failure(of outcome: SignOutOutcome) -> AccountSwitcherState.Failure? {
        if case .sessionRemains(let error) = outcome { .sessionRemains(error) } else { nil }
    }

    /// Runs an operation, and lists the accounts again.
    private func run(_ operation: @escaping @MainActor () async -> AccountSwitcherState.Failure?) async {
        guard !box.value.isBusy else { return }
        box.value.isBusy = true
        await queue.run(if: { true }) { [listSessions] in
            let failure = await operation()
            do throws(StorageError) {
                return (items: try await listSessions() as [SessionItem]?, failure: failure)
            } catch {
                return (items: nil, failure: failure ?? .notListed(error))
            }
        } then: { items, failure in
            var state = AccountSwitcherState()
            state.items = items ?? self.box.value.items
            state.failure = failure
            self.box.value = state
        }
    }
}
