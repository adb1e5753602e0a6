import AccountFlowTesting
import Domain
import Synchronization

/// A validator that accepts a field if and only if its text starts with `ok`.
struct FieldwiseValidator: FormValidating {
    let fields: [AccountField] = [.id, .password, .confirmation, .nickname]

    func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(
            fields: fields.map { field in
                FieldReport(
                    field: field,
                    rule: RuleReport(
                        requirement: .notEmpty,
                        outcome: form[field].hasPrefix("ok") ? .satisfied : .violated(.empty)
                    )
                )
            }
        )
    }
}

/// An availability check that delivers the results of a test, and records the typed IDs.
final class LiveAvailabilityCheckStub: LiveAvailabilityChecking {
    private struct Progress {
        var state = AvailabilityState.idle
        var typed: [AccountID?] = []
    }

    let states: AsyncStream<AvailabilityState>
    private let continuation: AsyncStream<AvailabilityState>.Continuation
    private let progress = Mutex(Progress())

    /// A log with an entry after the observation of `states` has ended.
    let endings = MessageLog<String>()

    init() {
        (states, continuation) = AsyncStream.makeStream()
        continuation.onTermination = { [endings] _ in endings.append("ended") }
    }

    var state: AvailabilityState { progress.withLock { $0.state } }

    /// The typed IDs, with nil for each invalid one.
    var typed: [AccountID?] { progress.withLock { $0.typed } }

    func update(_ id: AccountID?) {
        progress.withLock {
            $0.typed.append(id)
            $0.state = id.map { .pending($0) } ?? .idle
        }
    }

    /// Sets the current state, and delivers it.
    func conclude(_ state: AvailabilityState) {
        progress.withLock { $0.state = state }
        continuation.yield(state)
    }

    /// Delivers an earlier state, and does not change the current one.
    func repeatLate(_ state: AvailabilityState) { continuation.yield(state) }
}

/// A service that changes profiles when a gate opens.
struct GatedProfiles: ProfileUpdating {
    let gate: Gate
    /// Whether a request for the profile waits too.
    var isGatedAtOnce = false
    var updatableFields: [AccountField] { [.nickname, .name] }

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        if isGatedAtOnce { await gate.pass() }
        return AccountOwner(accountID: session.accountID, profile: session.profile)
    }

    func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        await gate.pass()
        return edit.edited
    }
}
