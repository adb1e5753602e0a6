import CAccountFlowPostgreSQL
import Foundation

/// The floor of a client of PostgreSQL: libpq called in a loop, on one connection, one statement after the other.
final class BarePostgreSQL {
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

    private let connection: UnsafeMutableRawPointer
    private let functions: PQFunctions
    private let blocking: PQBlockingFunctions

    init(_ connectionString: String) throws {
        #if canImport(Darwin)
        let name = "libpq.5.dylib"
        #else
        let name = "libpq.so.5"
        #endif
        var (functions, blocking) = (PQFunctions(), PQBlockingFunctions())
        guard PQLoad(&functions, name, nil), PQLoadBlocking(&blocking, name) else { throw POSIXError(.ENOENT) }
        (self.functions, self.blocking) = (functions, blocking)
        guard let connection = blocking.connectdb(connectionString) else { throw POSIXError(.ECONNREFUSED) }
        self.connection = connection
        for (name, statement) in [("insertion", Self.insertion), ("lookup", Self.lookup), ("event", Self.event)] {
            let result = blocking.prepare(connection, name, statement, 0, nil)
            defer { functions.clear(result) }
            // PGRES_COMMAND_OK
            guard functions.resultStatus(result) == 1 else { throw POSIXError(.EIO) }
        }
    }

    deinit { functions.finish(connection) }

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
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                defer { place += (value?.count ?? 0) + 1 }
                guard value != nil else { return nil }
                return bytes.baseAddress.map { ($0 + place).assumingMemoryBound(to: CChar.self) }
            }
            let lengths = values.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: values.count)
            return blocking.execPrepared(connection, statement, Int32(values.count), pointers, lengths, formats, 1)
        }
        defer { functions.clear(result) }
        guard functions.ntuples(result) == 1 else { throw POSIXError(.EIO) }
        return column.flatMap { functions.getvalue(result, 0, $0) }.map { String(cString: $0) }
    }
}
