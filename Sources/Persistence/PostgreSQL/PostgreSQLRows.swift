internal import CAccountFlowPostgreSQL

/// The rows of a result, whose values are in binary form.
final class PostgreSQLRows: Sendable {
    private let functions: PQFunctions
    /// The address of libpq's result, because a pointer is not Sendable; nothing changes the result.
    private let address: UInt
    let count: Int

    var isEmpty: Bool { count == 0 }

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
