#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time to wait before the next request, as a server states it.
enum RetryAfter {
    /// The longest accepted time: a year.
    static let maximum = Duration.seconds(365 * 24 * 3_600)

    /// Returns the time in the field `Retry-After` (RFC 9110 section 10.2.3), `X-Retry-After` or `RateLimit-Reset`, or
    /// nil if none is valid.
    static func read(_ fields: HTTPFields, now: Date) -> Duration? {
        for name in [HTTPFieldName.retryAfter, .xRetryAfter, .rateLimitReset] {
            if let text = fields[name].first, let time = seconds(text) ?? time(until: text, now: now) { return time }
        }
        return nil
    }

    /// Returns a number of seconds, or nil if the text is none.
    static func seconds(_ text: String) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit), let seconds = Int(text), .seconds(seconds) <= maximum
        else { return nil }
        return .seconds(seconds)
    }

    private static func time(until text: String, now: Date) -> Duration? {
        guard let date = HTTPDate.read(text) else { return nil }
        let seconds = date.timeIntervalSince(now)
        // A date in the past means no wait.
        guard seconds > 0 else { return .zero }
        return seconds <= Double(maximum.components.seconds) ? .seconds(seconds.rounded(.up)) : nil
    }
}

/// The three date formats of HTTP (RFC 9110 section 5.6.7).
enum HTTPDate {
    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, in any order of its parts, as cookies have it (RFC 6265bis
    /// section 5.1.1); nil if it is invalid.
    static func read(_ text: String) -> Date? {
        var (time, day, month, year): (String?, String?, String?, Int?)
        for word in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":")) }) {
            if time == nil, word.contains(":") {
                time = word.split(separator: ":").map { $0.count == 1 ? "0" + $0 : String($0) }.joined(separator: ":")
            } else if day == nil, number(String(word), digits: 1...2) != nil {
                day = String(word)
            } else if month == nil, let name = months.first(where: { word.lowercased().hasPrefix($0.lowercased()) }) {
                month = name
            } else if year == nil, let number = number(String(word), digits: 2...4) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let time, let day, let month, let year, year >= 1601 else { return nil }
        return date(day: day, month: month, year: year, time: time)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func date(day: String, month: String, year: Int, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map {
            number(String($0), digits: 2...2)
        }
        guard let day = number(day, digits: 1...2), let month = months.firstIndex(of: month),
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

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }
}
