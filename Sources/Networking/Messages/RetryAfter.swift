#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The value of the field `Retry-After` (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The longest accepted time: a year.
    static let maximum = Duration.seconds(365 * 24 * 3_600)

    /// Returns the time to wait, or nil if the field is missing or invalid.
    static func read(_ fields: HTTPFields, now: Date) -> Duration? {
        guard let text = fields[.retryAfter].first else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
            guard let seconds = Int(text), .seconds(seconds) <= maximum else { return nil }
            return .seconds(seconds)
        }
        guard let date = HTTPDate.read(text, now: now) else { return nil }
        let seconds = date.timeIntervalSince(now)
        // A date in the past means no wait.
        guard seconds > 0 else { return .zero }
        return seconds <= Double(maximum.components.seconds) ? .seconds(seconds.rounded(.up)) : nil
    }
}

/// The three date formats of HTTP (RFC 9110 section 5.6.7).
enum HTTPDate {
    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two older formats; nil if it is invalid.
    ///
    /// The current time decides the century of a two-digit year.
    static func read(_ text: String, now: Date) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            return date(day: words[1], month: words[2], year: number(words[3], digits: 4...4), time: words[4])
        case 5:
            return date(day: words[2], month: words[1], year: number(words[4], digits: 4...4), time: words[3])
        case 4 where words[3] == "GMT":
            let parts = words[1].split(separator: "-").map(String.init)
            guard parts.count == 3, let short = number(parts[2], digits: 2...2) else { return nil }
            return date(day: parts[0], month: parts[1], year: year(endingIn: short, now: now), time: words[2])
        default:
            return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func date(day: String, month: String, year: Int?, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
            number(String($0), digits: 2...2)
        }
        guard let day = number(day, digits: 1...2), let month = months.firstIndex(of: month), let year,
            clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = days(toYear: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    /// Returns the days since 1 January 1970; years are counted from March, so that a leap day is the last day of a
    /// year.
    private static func days(toYear year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// Returns the full year; one that is more than 50 years ahead is in the previous century.
    private static func year(endingIn digits: Int, now: Date) -> Int {
        let present = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
        let year = present / 100 * 100 + digits
        return year > present + 50 ? year - 100 : year
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }
}
