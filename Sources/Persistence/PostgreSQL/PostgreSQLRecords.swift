import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PostgreSQLValue {
    /// A `float8` with the seconds of the documents.
    static func date(_ date: Date) -> PostgreSQLValue { .double(date.timeIntervalSinceReferenceDate) }
}

extension PostgreSQLRows {
    /// Returns the date of a `float8`, and throws if stores do not accept it.
    func date(_ row: Int, _ column: Int) throws(InvalidRecord) -> Date {
        try Date(record: double(row, column) ?? .nan)
    }
}

extension Date {
    /// The text of a `float8` in an array.
    var postgreSQLText: String { "\(timeIntervalSinceReferenceDate)" }
}

extension AccountID {
    /// The key of the account in the tables.
    var key: PostgreSQLValue { .bytes(Array(canonical.utf8)) }
}

extension Sequence<UInt8> {
    /// The text of a `bytea` in an array.
    var postgreSQLText: String {
        let digits = Array("0123456789abcdef".utf8)
        let text: [UInt8] = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "\\x" + String(decoding: text, as: UTF8.self)
    }
}

extension StorageError.Store {
    /// Returns a record of the store as a text.
    func text(of record: some Encodable) throws(StorageError) -> String {
        do {
            return String(decoding: try JSONEncoder.records.encode(record), as: UTF8.self)
        } catch {
            throw unencodable
        }
    }

    /// Returns the content of the store from the records in the first column of rows.
    func content<Content: StoredContent>(of rows: PostgreSQLRows) throws(StorageError) -> Content {
        do {
            let decoder = JSONDecoder.records
            let records = try (0..<rows.count).map { row in
                try decoder.decode(Content.Record.self, from: Data(rows.bytes(row, 0) ?? []))
            }
            return try Content(records)
        } catch {
            throw corrupt
        }
    }
}
