#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time that has passed since a moment, which does not depend on the date of the device.
public struct ElapsedTime: Sendable {
    private let read: @Sendable () -> Duration

    /// Creates the time that has passed in this process.
    ///
    /// - Parameter clock: The clock, such as a `ContinuousClock`.
    public init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    /// Creates a time.
    ///
    /// - Parameter read: Returns the time that has passed since a moment.
    public init(_ read: @escaping @Sendable () -> Duration) {
        self.read = read
    }

    /// The time that the device has been awake since its start, which is the same in all processes.
    ///
    /// An app for an Apple platform declares it in its privacy manifest: `NSPrivacyAccessedAPICategorySystemBootTime`, with
    /// the reason `35F9.1`.
    public static let uptime = ElapsedTime { .seconds(ProcessInfo.processInfo.systemUptime) }

    /// The time that has passed.
    var now: Duration { read() }
}
