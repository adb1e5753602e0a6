public import Domain
import Synchronization

/// Asks whether an ID is free while it is being typed, once the typing pauses.
///
/// Only the answer for the latest ID ever becomes the ``state``: earlier questions are cancelled, and an answer that
/// comes nevertheless is dropped. Where nobody can tell, the answer is `Availability.unknown`, never taken or free.
public final class LiveAvailabilityCheck: LiveAvailabilityChecking {
    private struct Progress {
        var state = AvailabilityState.idle
        var generation = 0
        var task: Task<Void, Never>?
    }

    private let port: any AvailabilityChecking
    private let pause: Duration
    private let clock: any Clock<Duration>
    private let progress = Mutex(Progress())
    private let continuation: AsyncStream<AvailabilityState>.Continuation

    /// The state now and at every change, for one reader; if it is slow, it gets only the latest.
    public let states: AsyncStream<AvailabilityState>

    /// Creates an inquiry.
    ///
    /// - Parameters:
    ///   - port: Whom to ask.
    ///   - pause: How long nothing must be typed before the question is asked; not at all where it is not positive.
    ///   - clock: Measures the pause.
    public init(
        asking port: any AvailabilityChecking,
        after pause: Duration = .milliseconds(400),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.port = port
        self.pause = pause
        self.clock = clock
        (states, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield(.idle)
    }

    deinit {
        progress.withLock { $0.task?.cancel() }
        continuation.finish()
    }

    /// What is known now.
    public var state: AvailabilityState { progress.withLock { $0.state } }

    /// Takes note of what is in the field; to be called at every key press.
    ///
    /// An ID that was asked about already is not asked about again, unless nobody could tell.
    ///
    /// - Parameter id: The ID, or nil while the text is none or its rules refuse it: then nothing is asked.
    public func update(_ id: AccountID?) {
        progress.withLock { progress in
            switch progress.state {
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
        Task { [weak self, port, clock, pause] in
            let availability: Availability
            do {
                try await clock.sleep(for: pause)
                do throws(AccountServiceFailure) {
                    availability = try await port.isTaken(id) ? .taken : .available
                } catch {
                    availability = .unknown(error)
                }
            } catch {
                // The clock gave up. Where that is because the task was cancelled, a later text has taken over, and
                // this is not concluded.
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
