import Synchronization

/// What callbacks add to, so that they capture something, as real ones do; only one thread may.
final class Sum: Sendable {
    private let total = Atomic(0)

    // No atomic addition, which would cost more than what is measured.
    func add(_ number: Int) { total.store(total.load(ordering: .relaxed) &+ number, ordering: .relaxed) }
}
