internal import CAccountFlowPostgreSQL

/// A value of a statement: in binary form, or an array as a text.
enum PostgreSQLValue: Sendable {
    case null
    case bytes([UInt8])
    case array([String])

    static func text(_ text: String?) -> PostgreSQLValue { text.map { .bytes(Array($0.utf8)) } ?? .null }

    /// A `bigint`.
    static func integer(_ number: Int) -> PostgreSQLValue { bigEndian(UInt64(bitPattern: Int64(number))) }

    /// A `float8`.
    static func double(_ number: Double) -> PostgreSQLValue { bigEndian(number.bitPattern) }

    /// A new key of a change: 8 random bytes.
    static func change() -> PostgreSQLValue { bigEndian(.random(in: .min ... .max)) }

    private static func bigEndian(_ number: UInt64) -> PostgreSQLValue {
        withUnsafeBytes(of: number.bigEndian) { .bytes(Array($0)) }
    }

    fileprivate var sent: [UInt8]? {
        switch self {
        case .null: return nil
        case .bytes(let bytes): return bytes
        case .array(let texts):
            let quoted = texts.map { text in
                "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
            }
            return Array("{\(quoted.joined(separator: ","))}".utf8)
        }
    }
}

extension [PostgreSQLValue] {
    /// Calls a function with the values as libpq takes them: pointers, lengths and formats.
    func withParameters<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
    ) -> Result {
        let values = map(\.sent)
        // 1 is binary.
        let formats: [Int32] = map { if case .array = $0 { 0 } else { 1 } }
        // A text ends with a zero, and even an empty value needs an address.
        let bytes: [UInt8] = values.flatMap { ($0 ?? []) + [0] }
        return bytes.withUnsafeBytes { bytes in
            var place = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = values.map { value in
                defer { place = place?.advanced(by: (value?.count ?? 0) + 1) }
                return value == nil ? nil : place
            }
            return body(pointers, values.map { Int32($0?.count ?? 0) }, formats)
        }
    }
}

/// The rows of a result, whose values are in binary form.
final class PostgreSQLRows: Sendable {
    private let functions: PQFunctions
    /// The address of libpq's result, because a pointer is not Sendable; nothing changes the result.
    private let address: UInt
    let count: Int

    init(_ result: UnsafeMutableRawPointer, _ functions: PQFunctions) {
        (self.functions, address) = (functions, UInt(bitPattern: result))
        count = Int(functions.ntuples(result))
    }

    deinit { functions.clear(UnsafeMutableRawPointer(bitPattern: address)) }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? { value(row, column) { Array($0) } }

    func text(_ row: Int, _ column: Int) -> String? { value(row, column) { String(decoding: $0, as: UTF8.self) } }

    func integer(_ row: Int, _ column: Int) -> Int? {
        number(row, column).flatMap { Int(exactly: Int64(bitPattern: $0)) }
    }

    func double(_ row: Int, _ column: Int) -> Double? { number(row, column).map { Double(bitPattern: $0) } }

    private func number(_ row: Int, _ column: Int) -> UInt64? {
        value(row, column) { $0.count == 8 ? UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) : nil } ?? nil
    }

    /// Reads a value, unless it is NULL.
    private func value<Value>(_ row: Int, _ column: Int, _ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
        withExtendedLifetime(self) {
            let (result, row, column) = (UnsafeRawPointer(bitPattern: address), Int32(row), Int32(column))
            guard row < count, functions.getisnull(result, row, column) == 0 else { return nil }
            let length = Int(functions.getlength(result, row, column))
            return read(UnsafeRawBufferPointer(start: functions.getvalue(result, row, column), count: length))
        }
    }
}
