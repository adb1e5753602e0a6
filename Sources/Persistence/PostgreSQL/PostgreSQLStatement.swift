/// A statement with its values as texts; nil is NULL.
///
/// SQL is a `StaticString`, so no value can get into it.
struct PostgreSQLStatement: Sendable {
    let sql: StaticString
    var values: [String?] = []

    /// Whether the SQL continues ``made``.
    var makesChange = false

    /// Has a row if the change $2 is made now: it has not been made before, and no other one has replaced $1.
    private static let made: StaticString = """
        WITH made AS (
            INSERT INTO account_flow_changes (change, replaced_by) VALUES ($1::text, $2::text)
            ON CONFLICT (change) DO NOTHING RETURNING change)
        """

    /// Whether the statement changes nothing.
    var readsOnly: Bool { text.hasPrefix("SELECT") }

    var text: String { (makesChange ? "\(Self.made)\n" : "") + sql.description }

    /// The name of the prepared statement: the address of the SQL.
    var name: UInt { UInt(bitPattern: sql.utf8Start) }

    /// Calls a function with the values as libpq takes them: their number, and a pointer to each.
    func withValues<Result>(_ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        let texts: [CChar] = values.flatMap { ($0 ?? "").utf8CString }
        return texts.withUnsafeBufferPointer { texts in
            var place = texts.baseAddress
            let pointers = values.map { value in
                defer { place = place?.advanced(by: (value ?? "").utf8.count + 1) }
                return value == nil ? nil : place
            }
            return body(Int32(values.count), pointers)
        }
    }
}
