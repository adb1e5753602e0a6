import Foundation

/// The floor of a client of PostgreSQL: libpq called in a loop, on one connection, one statement after the other.
final class BarePostgreSQL {
    private typealias Text = UnsafePointer<CChar>
    private typealias Connect = @convention(c) (Text) -> OpaquePointer?
    private typealias Prepare = @convention(c) (OpaquePointer?, Text, Text, Int32, UnsafeRawPointer?) -> OpaquePointer?
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, Text, Int32, UnsafePointer<Text?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> OpaquePointer?
    private typealias Number = @convention(c) (OpaquePointer?) -> Int32
    private typealias Value = @convention(c) (OpaquePointer?, Int32, Int32) -> UnsafePointer<CChar>?
    private typealias End = @convention(c) (OpaquePointer?) -> Void

    /// The statements of the repository.
    static let insertion = """
        INSERT INTO account_flow_accounts
        (key, change, id, registration, profile, password_hash, recovery_hash, totp, created_at)
        SELECT $1::bytea, $2::text, $3::text, $4::text, $5::text::jsonb, $6::text, $7::text, $8::text, $9::float8
        WHERE NOT EXISTS (SELECT 1 FROM account_flow_changes WHERE change = $2::text)
        ON CONFLICT (key) DO NOTHING RETURNING 1
        """
    static let lookup = """
        SELECT id, registration, profile::text, password_hash, recovery_hash, totp, created_at, change
        FROM account_flow_accounts WHERE key = $1
        """
    private static let event = """
        INSERT INTO account_flow_events (account, at, number, line) VALUES ($1, $2, $3, $4)
        ON CONFLICT (account, at, number) DO NOTHING RETURNING 1
        """

    private let library: UnsafeMutableRawPointer
    private let connection: OpaquePointer
    private let execute: Execute
    private let rowCount: Number
    private let value: Value
    private let clear: End
    private let finish: End

    init(_ connectionString: String) throws {
        #if canImport(Darwin)
        let name = "libpq.5.dylib"
        #else
        let name = "libpq.so.5"
        #endif
        guard let library = dlopen(name, RTLD_NOW) else { throw POSIXError(.ENOENT) }
        func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            guard let symbol = dlsym(library, name) else { throw POSIXError(.ENOENT) }
            return unsafeBitCast(symbol, to: type)
        }
        self.library = library
        execute = try function("PQexecPrepared", Execute.self)
        rowCount = try function("PQntuples", Number.self)
        value = try function("PQgetvalue", Value.self)
        clear = try function("PQclear", End.self)
        finish = try function("PQfinish", End.self)
        guard let connection = try function("PQconnectdb", Connect.self)(connectionString) else {
            throw POSIXError(.ECONNREFUSED)
        }
        self.connection = connection
        let (prepare, status) = try (function("PQprepare", Prepare.self), function("PQresultStatus", Number.self))
        for (name, statement) in [("insertion", Self.insertion), ("lookup", Self.lookup), ("event", Self.event)] {
            let result = prepare(connection, name, statement, 0, nil)
            defer { clear(result) }
            // PGRES_COMMAND_OK
            guard status(result) == 1 else { throw POSIXError(.EIO) }
        }
    }

    deinit {
        finish(connection)
        dlclose(library)
    }

    /// Inserts the account `user…@example.com` with this number and the JSON of a profile.
    func insert(_ number: Int, profile: String = #"{"nickname":"nick"}"#) throws {
        let id = Array("user\(number)@example.com".utf8)
        let change = Array(String(UInt64.random(in: .max / 2 ... .max), radix: 36).utf8)
        try run(
            "insertion",
            [
                id, change, id, Array("00000000000000000000000000000000".utf8), Array(profile.utf8),
                Array("$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG".utf8), nil, nil,
                [UInt8](repeating: 0, count: 8),
            ]
        )
    }

    /// Looks the account with this number up, and returns the JSON of its profile.
    @discardableResult
    func find(_ number: Int) throws -> String? {
        try run("lookup", [Array("user\(number)@example.com".utf8)], returning: 2)
    }

    /// Inserts a security event with this number.
    func record(_ number: Int) throws {
        let integer = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
        let line = Array(#"{"at":"2026-01-01T00:00:00Z","event":"signed-up","account":"user"}"#.utf8)
        try run("event", [Array("user\(number)".utf8), [UInt8](repeating: 0, count: 8), integer, line])
    }

    /// Executes a prepared statement with values in binary form, requires a row, and returns the text of one column.
    @discardableResult
    private func run(_ statement: String, _ values: [[UInt8]?], returning column: Int32? = nil) throws -> String? {
        let bytes: [UInt8] = values.flatMap { ($0 ?? []) + [0] }
        let result = bytes.withUnsafeBytes { bytes in
            var place = 0
            let pointers = values.map { value -> Text? in
                defer { place += (value?.count ?? 0) + 1 }
                guard value != nil else { return nil }
                return bytes.baseAddress.map { ($0 + place).assumingMemoryBound(to: CChar.self) }
            }
            let lengths = values.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: values.count)
            return execute(connection, statement, Int32(values.count), pointers, lengths, formats, 1)
        }
        defer { clear(result) }
        guard rowCount(result) == 1 else { throw POSIXError(.EIO) }
        return column.flatMap { value(result, 0, $0) }.map { String(cString: $0) }
    }
}
