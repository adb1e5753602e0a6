/// Does something again and again while time goes by, until it is told to stop or released.
@MainActor
final class Ticker {
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?

    /// Creates a ticker that stands still.
    ///
    /// - Parameter clock: Measures the time between two ticks.
    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    deinit {
        task?.cancel()
    }

    /// Starts anew.
    ///
    /// - Parameters:
    ///   - step: The time until the first tick, and between two of them.
    ///   - tick: Called at every step with the time since the start; false ends it.
    func start(every step: Duration, _ tick: @escaping @MainActor (Duration) -> Bool) {
        cancel()
        let elapsed = Self.stopwatch(on: clock)
        task = Task { [clock] in
            repeat {
                // A sleep that ends early has been cancelled, or the clock is of no use.
                do { try await clock.sleep(for: step) } catch { return }
            } while !Task.isCancelled && tick(elapsed())
        }
    }

    /// Stands still from now on.
    func cancel() {
        task?.cancel()
        task = nil
    }

    private static func stopwatch(on clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
