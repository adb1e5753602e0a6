import AccountFlowTesting
import Domain

/// A repository of sign-in attempts with one fault.
actor BrokenAttemptRepository: AttemptRepository {
    enum Fault {
        /// Stores nothing.
        case forgets
        /// Contains an attempt from the start.
        case isNotEmpty
        /// Lets simultaneous attempts read the same count.
        case races
    }

    let fault: Fault
    private var attempts = SignInAttempts()
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
        if fault == .isNotEmpty { _ = attempts.begin(AccountTag(.stub()), at: .stub, policy: .standard) }
    }

    func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        var copy = attempts
        let value = change(&copy)
        if fault == .races { await gate.meeting() }
        if fault != .forgets { attempts = copy }
        return value
    }
}
