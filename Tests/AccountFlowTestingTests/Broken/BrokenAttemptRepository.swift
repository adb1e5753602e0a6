import AccountFlowTesting
import Domain

/// A repository of sign-in attempts that is right but for one thing.
actor BrokenAttemptRepository: AttemptRepository {
    enum Fault {
        /// Nothing is stored.
        case forgets
        /// Somebody has tried already.
        case isNotEmpty
        /// Two may count on from the same number.
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
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        var copy = attempts
        let value = change(&copy)
        if fault == .races { await gate.meeting() }
        if fault != .forgets { attempts = copy }
        return value
    }
}
