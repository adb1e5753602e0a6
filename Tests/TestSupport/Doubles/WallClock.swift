package import Domain
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A clock on the wall that stands where a test has put it.
package final class WallClock: Sendable {
    private let time: Mutex<Date>

    package init(_ date: Date = .stub) {
        time = Mutex(date)
    }

    /// The present time.
    package var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// The clock as what needs one sees it.
    package var dates: DateSource { DateSource { self.now } }

    /// Puts the clock forward, or back where it is less than nothing.
    package func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
