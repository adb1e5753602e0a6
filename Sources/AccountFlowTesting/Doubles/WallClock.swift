public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock on the wall that stands where a test has put it.
public final class WallClock: Sendable {
    private let time: Mutex<Date>

    /// Creates a clock.
    ///
    /// - Parameter date: The time that it shows; a fixed moment in 2025 unless said otherwise.
    public init(_ date: Date = .stub) {
        time = Mutex(date)
    }

    /// The present time.
    public var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// The clock as what needs one sees it.
    public var dates: DateGenerator { DateGenerator { self.now } }

    /// Puts the clock forward, or back where it is less than nothing.
    ///
    /// - Parameter seconds: How far, in seconds.
    public func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
