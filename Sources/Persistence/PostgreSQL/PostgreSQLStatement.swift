/// A statement with its values.
///
/// SQL is a `StaticString`, so no value can get into it.
struct PostgreSQLStatement: Sendable {
    let sql: StaticString
    var values: [PostgreSQLValue] = []

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

    /// Calls a function with the values as libpq takes them: their number, pointers, lengths and formats.
    func withParameters<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
        ) -> Result
    ) -> Result {
        // Even an empty value needs an address.
        let bytes: [UInt8] = values.flatMap { ($0.bytes ?? []) + [0] }
        return bytes.withUnsafeBytes { bytes in
            var place = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = values.map { value in
                defer { place = place?.advanced(by: (value.bytes?.count ?? 0) + 1) }
                return value.bytes == nil ? nil : place
            }
            let lengths = values.map { Int32($0.bytes?.count ?? 0) }
            // 1 is the binary format.
            return body(Int32(values.count), pointers, lengths, Array(repeating: 1, count: values.count))
        }
    }
}

/// A value of a statement in binary form; nil is NULL.
struct PostgreSQLValue: Sendable {
    let bytes: [UInt8]?

    static func text(_ text: String?) -> PostgreSQLValue { PostgreSQLValue(bytes: text.map { Array($0.utf8) }) }

    static func bytes(_ bytes: some Sequence<UInt8>) -> PostgreSQLValue { PostgreSQLValue(bytes: Array(bytes)) }

    /// A `bigint`.
    static func integer(_ number: Int64) -> PostgreSQLValue { bigEndian(UInt64(bitPattern: number)) }

    /// A `float8`.
    static func double(_ number: Double) -> PostgreSQLValue { bigEndian(number.bitPattern) }

    private static func bigEndian(_ number: UInt64) -> PostgreSQLValue {
        withUnsafeBytes(of: number.bigEndian) { .bytes($0) }
    }
}
