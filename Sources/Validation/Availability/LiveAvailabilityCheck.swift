public import Domain
import Synchronization

/// A live check of whether the ID that a user is typing is free.
///
/// It waits for a pause in typing. Only the result for the latest ID becomes the ``state``: earlier checks are
/// cancelled, and their late results are dropped. If a check fails, the result is `Availability.unknown`.
public final class LiveAvailabilityCheck: LiveAvailabilityChecking {
    private struct Progress {
        var state = AvailabilityState.idle
        var generation = 0
        var task: Task<Void, Never>?
    }

    private let isTaken: @Sendable (AccountID) async throws(AccountServiceFailure) -> Bool
    private let pause: Duration
    private let clock: any Clock<Duration>
    private let progress = Mutex(Progress())
    private let continuation: AsyncStream<AvailabilityState>.Continuation

    /// The current state and every change, for one reader; a slow reader gets only the latest.
    public let states: AsyncStream<AvailabilityState>

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - isTaken: Returns whether an account has an ID at this moment, or throws if that cannot be found out.
    ///   - pause: The time without typing before an ID is checked; 0 or less checks at once.
    ///   - clock: The clock that measures the pause.
    public init(
        asking isTaken: @escaping @Sendable (AccountID) async throws(AccountServiceFailure) -> Bool,
        after pause: Duration = .milliseconds(400),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.isTaken = isTaken
        self.pause = pause
        self.clock = clock
        (states, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield(.idle)
    }

    deinit {
        progress.withLock { $0.task?.cancel() }
        continuation.finish()
    }

    public var state: AvailabilityState { progress.withLock { $0.state } }

    public func update(_ id: AccountID?) {
        progress.withLock { progress in
            switch progress.state {
            // The check of the ID is in progress, or has a definite result.
            case .pending(id), .answered(id, .available), .answered(id, .taken): return
            case .idle where id == nil: return
            case .idle, .pending, .answered: break
            }
            progress.task?.cancel()
            progress.task = nil
            progress.generation += 1
            if let id {
                progress.task = ask(about: id, generation: progress.generation)
                progress.state = .pending(id)
            } else {
                progress.state = .idle
            }
            continuation.yield(progress.state)
        }
    }

    private func ask(about id: AccountID, generation: Int) -> Task<Void, Never> {
        Task { [weak self, isTaken, clock, pause] in
            let availability: Availability
            do {
                try await clock.sleep(for: pause)
                do throws(AccountServiceFailure) {
                    availability = try await isTaken(id) ? .taken : .available
                } catch {
                    availability = .unknown(error)
                }
            } catch {
                // The clock threw. If the task was cancelled, a later ID is current, and this result is dropped.
                availability = .unknown(.cancelled)
            }
            self?.conclude(.answered(id, availability), generation: generation)
        }
    }

    private func conclude(_ state: AvailabilityState, generation: Int) {
        progress.withLock { progress in
            guard progress.generation == generation else { return }
            progress.state = state
            progress.task = nil
            continuation.yield(state)
        }
    }
}
