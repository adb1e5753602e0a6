import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a security event is spelt in a file: one line of JSON.
///
/// Nothing in it is free text. The parts are words of ours, hexadecimal digits and digits of dates, so that nobody can
/// make an event up by what they type.
struct SecurityEventLine {
    let text: String

    init(_ recorded: RecordedEvent) {
        var members: [(String, String)]
        switch recorded.event {
        case .signedUp(let account): members = [("event", "signed-up"), ("account", account.digits)]
        case .signedIn(let account): members = [("event", "signed-in"), ("account", account.digits)]
        case .refused(let account): members = [("event", "refused"), ("account", account.digits)]
        case .throttled(let account, let until):
            members = [("event", "throttled"), ("account", account.digits)]
            if let until { members.append(("until", Self.text(of: until))) }
        case .passwordChanged(let account): members = [("event", "password-changed"), ("account", account.digits)]
        case .deleted(let account): members = [("event", "deleted"), ("account", account.digits)]
        case .storeRecovered(let store): members = [("event", "store-recovered"), ("store", store.rawValue)]
        }
        let spelt = ([("at", Self.text(of: recorded.date))] + members).map { #""\#($0)":"\#($1)""# }
        text = "{" + spelt.joined(separator: ",") + "}\n"
    }

    /// The date by ISO 8601 in UTC, with milliseconds; one that is beyond the years 1 to 9999 is put to their edge.
    private static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
        return Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(Date(timeIntervalSince1970: bounded))
    }
}
