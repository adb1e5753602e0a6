import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Content whose records are rows of one table.
protocol PostgreSQLContent: StoredContent {
    /// Returns what identifies a record in two texts: its account, or nothing, and the rest.
    static func identity(of record: Record) throws -> [String]
}

/// The records of a store in a PostgreSQL database.
struct PostgreSQLRecords<Content: PostgreSQLContent>: Sendable {
    let database: PostgreSQLDatabase

    /// Returns the records of one account and those of none, or all, and the last change of the store.
    func read(of account: String? = nil) async throws(StorageError) -> (content: Content, lastChange: String) {
        let sql: StaticString =
            account == nil
            ? "SELECT key, record FROM account_flow_records WHERE store = $1 AND record <> ''"
            : "SELECT key, record FROM account_flow_records WHERE store = $1 AND account IN ('', $2) AND record <> ''"
        let values = [Content.store.rawValue, account].compactMap(\.self)
        let rows = try await database.run(sql, values, for: Content.store).rows
        do {
            var (records, change): ([Content.Record], String?) = ([], nil)
            for row in rows {
                if row[0] == "change" {
                    change = row[1]
                } else {
                    records.append(try Content.Record(recordText: row[1]))
                }
            }
            return (try Content(records), change ?? Content.store.rawValue)
        } catch {
            throw Content.store.corrupt
        }
    }

    /// Changes the records of one account and those of none, or all, in turn with all other updates of the store.
    func update<Value: Sendable>(
        of account: String? = nil,
        _ change: (inout Content) -> Value
    ) async throws(StorageError) -> Value {
        try await database.change(for: Content.store) { () throws(StorageError) in
            let (stored, lastChange) = try await read(of: account)
            var content = stored
            let value = change(&content)
            return try await write(content, over: stored, after: lastChange) ? value : nil
        }
    }

    /// Stores the difference of two contents once, unless another change has followed the last one.
    ///
    /// - Returns: Whether it is stored.
    @discardableResult
    func write(
        _ content: Content,
        over stored: Content = Content(),
        after lastChange: String? = nil
    ) async throws(StorageError) -> Bool {
        let (old, new) = (try records(of: stored), try records(of: content))
        // CockroachDB refuses a statement that changes a table twice. An empty record counts as removed, and its row is
        // removed afterwards.
        let removed = old.keys.filter { new[$0] == nil }
        var rows = new.filter { old[$0.key] != $0.value }.map { $0.key + [$0.value] } + removed.map { $0 + [""] }
        if rows.isEmpty { return true }
        let change = PostgreSQLDatabase.newChange()
        if lastChange != nil { rows.append(["", "change", change]) }
        // Rows are stored in one order, so that two changes do not wait for each other.
        let isMade = try await database.make(
            change,
            replacing: lastChange,
            by: """
                INSERT INTO account_flow_records (store, account, key, record)
                SELECT $3::text, item->>0, item->>1, item->>2
                FROM made, jsonb_array_elements($4::text::jsonb) AS c (item) ORDER BY item->>0, item->>1
                ON CONFLICT (store, account, key) DO UPDATE SET record = excluded.record RETURNING 1
                """,
            [Content.store.rawValue, try Content.store.text(of: rows)],
            for: Content.store
        )
        if isMade, !removed.isEmpty {
            // If it fails, a later removal does it.
            let empty: StaticString = "DELETE FROM account_flow_records WHERE store = $1 AND record = ''"
            _ = try? await database.run(empty, [Content.store.rawValue], for: Content.store)
        }
        return isMade
    }

    /// Removes all records of an account once.
    func removeAll(of account: String) async throws(StorageError) {
        _ = try await database.make(
            replacing: nil,
            by: """
                DELETE FROM account_flow_records WHERE store = $3::text AND account = $4::text
                AND EXISTS (SELECT 1 FROM made) RETURNING 1
                """,
            [Content.store.rawValue, account],
            for: Content.store
        )
    }

    private func records(of content: Content) throws(StorageError) -> [[String]: String] {
        do {
            let records = try content.records.map { (try Content.identity(of: $0), try Content.store.text(of: $0)) }
            return Dictionary(records) { $1 }
        } catch {
            throw Content.store.unencodable
        }
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
}

extension Decodable {
    /// Creates a record from its text.
    init(recordText text: String?) throws {
        self = try JSONDecoder.records.decode(Self.self, from: Data((text ?? "").utf8))
    }
}

extension Date {
    /// The `float8` of a date: the seconds of the documents.
    var postgreSQLText: String { String(timeIntervalSinceReferenceDate) }

    /// Creates the date of a `float8`, and throws if stores do not accept it.
    init(postgreSQLText text: String?) throws(InvalidRecord) {
        try self.init(record: text.flatMap { Double($0) } ?? .nan)
    }
}
