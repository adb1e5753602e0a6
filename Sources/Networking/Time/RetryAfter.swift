#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the field `Retry-After` says (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The longest time that is believed; a year is as good as for ever.
    static let maximum = Duration.seconds(365 * 24 * 3_600)

    /// Reads how long to wait.
    ///
    /// - Parameters:
    ///   - fields: The fields of the response.
    ///   - now: The present time.
    /// - Returns: The time, or nil where it is not said, or not in a way that makes sense.
    static func read(_ fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[.retryAfter].first else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
            guard let seconds = Int(text), .seconds(seconds) <= maximum else { return nil }
            return .seconds(seconds)
        }
        guard let date = HTTPDate.read(text, now: now) else { return nil }
        let seconds = date.timeIntervalSince(now)
        // A date that is over lets everybody come at once.
        guard seconds > 0 else { return .zero }
        return seconds <= Double(maximum.components.seconds) ? .seconds(seconds.rounded(.up)) : nil
    }
}
