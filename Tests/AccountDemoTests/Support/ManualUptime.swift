import Synchronization

/// A clock on which six seconds pass each time it is read.
final class ManualUptime: Sendable {
    private let seconds = Mutex(0)

    var read: @Sendable () -> Duration {
        {
            self.seconds.withLock { seconds in
                seconds += 6
                return .seconds(seconds)
            }
        }
    }
}
