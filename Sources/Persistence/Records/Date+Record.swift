#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The seconds since 2001-01-01 00:00:00 UTC of the dates that stores accept: from `distantPast` to the end of the
    /// year 9999.
    private static let storable: Range<TimeInterval> = -63_114_076_800..<252_423_993_600

    /// Whether stores accept the date.
    var isStorable: Bool { Self.storable.contains(timeIntervalSinceReferenceDate) }

    /// Creates a date from stored seconds, and throws if stores do not accept it.
    init(record seconds: TimeInterval) throws(InvalidRecord) {
        self.init(timeIntervalSinceReferenceDate: seconds)
        guard isStorable else { throw InvalidRecord() }
    }
}

extension JSONEncoder {
    /// An encoder of records, which preserves every bit of a date, and refuses one that could not be read.
    static var records: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard date.isStorable else { throw InvalidRecord() }
            try date.timeIntervalSinceReferenceDate.encode(to: encoder)
        }
        return encoder
    }
}

extension JSONDecoder {
    /// A decoder of records.
    static var records: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Date(record: TimeInterval(from: $0)) }
        return decoder
    }
}

extension Date {
    private static let style = ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The date by ISO 8601 in UTC, with milliseconds, clamped to the years 1 to 9999.
    var iso8601: String {
        let seconds = timeIntervalSince1970
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
        return Self.style.format(Date(timeIntervalSince1970: bounded))
    }

    /// Creates the date of such a text, or nil for another text.
    init?(iso8601 text: String) {
        // Any other text is no date.
        guard let date = try? Self.style.parse(text) else { return nil }
        self = date
    }
}
