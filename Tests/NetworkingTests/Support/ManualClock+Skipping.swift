import AccountFlowTesting
import Networking

extension ManualClock {
    /// The time of the clock, in which a sleep advances the clock at once.
    var skippingSleeps: MonotonicTime {
        let start = now
        return MonotonicTime {
            start.duration(to: self.now)
        } sleep: {
            self.advance(by: $0)
        }
    }
}
