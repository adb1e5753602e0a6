#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time that the device has been awake since its start, which is the same in all processes.
public struct Uptime: Sendable {
    private let read: @Sendable () -> Duration

    /// Creates an uptime.
    ///
    /// - Parameter read: Returns the time since the start of the device.
    public init(_ read: @escaping @Sendable () -> Duration) {
        self.read = read
    }

    /// The uptime of the device.
    ///
    /// An app for an Apple platform declares it in its privacy manifest: `NSPrivacyAccessedAPICategorySystemBootTime`, with
    /// the reason `35F9.1`.
    public static let system = Uptime { .seconds(ProcessInfo.processInfo.systemUptime) }

    var now: Duration { read() }
}
