package import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The reason why a statement was not executed, or why its result is unknown.
package struct PostgreSQLFailure: Error {
    package let reason: StorageError.Reason

    /// Whether the statement can succeed if it is repeated.
    package var isPassing = false

    /// Whether the server may have executed the statement.
    package var mayHaveRun = false

    /// The reason of the server in five letters and digits, or nil if it sent none.
    var state: String?

    /// The library is missing or too old for pipelines.
    static let noLibrary = PostgreSQLFailure(reason: .failed(code: ENOSYS))
    static let noDescriptor = PostgreSQLFailure(reason: .failed(code: EMFILE))
    static let invalidConnection = PostgreSQLFailure(reason: .failed(code: EINVAL))
    /// The server is older than 9.5.
    static let oldServer = PostgreSQLFailure(reason: .failed(code: ENOTSUP))
    /// The database does not store texts as UTF-8, so it has no place for some names.
    static let otherEncoding = PostgreSQLFailure(reason: .failed(code: EILSEQ))
    /// No server answers, or the connection was closed before the statement was sent.
    static let unreachable = PostgreSQLFailure(reason: .unreachable, isPassing: true)
    /// The server offers no TLS, its certificate cannot be verified, or the connection was lost meanwhile.
    static let untrusted = PostgreSQLFailure(reason: .notPermitted, isPassing: true)
    /// The server asks for a password, and there is none.
    static let noPassword = PostgreSQLFailure(reason: .notPermitted)
    /// The connection was lost before the result came.
    static let lost = PostgreSQLFailure(reason: .unreachable, isPassing: true, mayHaveRun: true)
    /// The result has not come in time.
    static let late = PostgreSQLFailure(reason: .busy, isPassing: true, mayHaveRun: true)
    static let busy = PostgreSQLFailure(reason: .busy, isPassing: true)
    static let cancelled = PostgreSQLFailure(reason: .busy)
    static let closed = PostgreSQLFailure(reason: .closed)

    /// The server has become a standby; another one of the connection string may be the primary.
    var isOfStandby: Bool { state == "25006" }

    var isMissingTable: Bool { state == "42P01" }

    /// Whether another server is creating the same object: it is not visible yet, but its name is taken.
    var isOfAnotherPreparation: Bool { ["23505", "42P07", "42710", "XX000"].contains(state) }
}

extension PostgreSQLFailure {
    /// Creates the failure that a server reports by a state, as in Appendix A of PostgreSQL's manual.
    package init(state: String) {
        self =
            switch state {
            // Conflicts with other transactions; too many connections; out of time or cancelled; a locked object; a
            // statement that is not prepared, because that request was out of time.
            case "40001", "40P01", "53300", "57014", "55P03", "26000": .busy
            // A transaction across machines has an unknown result.
            case "40003": Self(reason: .busy, isPassing: true, mayHaveRun: true)
            // The server is shutting down, has crashed, or is starting.
            case "57P01", "57P02", "57P03", "57P05": .lost
            // An internal error, as Citus reports the loss of one of its machines.
            case "XX000": Self(reason: .failed(code: EIO), isPassing: true, mayHaveRun: true)
            case "25006": Self(reason: .readOnly)
            case "53100": Self(reason: .full)
            case "53200": Self(reason: .failed(code: ENOMEM))
            case "42501": Self(reason: .notPermitted)
            case "42P01": Self(reason: .replaced)
            case "3D000": Self(reason: .failed(code: ENOENT))
            case "XX001", "XX002": Self(reason: .corrupt)
            // The connection failed; the user is not known.
            case _ where state.hasPrefix("08"): .lost
            case _ where state.hasPrefix("28"): Self(reason: .notPermitted)
            default: Self(reason: .failed(code: EIO))
            }
        self.state = state
    }
}
