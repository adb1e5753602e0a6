import App
import Domain
import Networking
import Persistence
import Presentation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The cause of a failure in a database, as its user can mend it.
package enum DatabaseProblem: Sendable, CaseIterable {
    case busy, readOnly, refused, full, noTables, unreachable, notUnderstood, noDatabase, noLibrary, oldServer,
        otherEncoding, other

    /// Creates the problem for a reason; nil if the reason says it all.
    init?(_ reason: StorageError.Reason) {
        switch reason {
        case .busy: self = .busy
        case .readOnly: self = .readOnly
        case .notPermitted: self = .refused
        case .full: self = .full
        case .replaced: self = .noTables
        case .unreachable: self = .unreachable
        case .failed(code: EINVAL): self = .notUnderstood
        case .failed(code: ENOENT): self = .noDatabase
        case .failed(code: ENOSYS): self = .noLibrary
        case .failed(code: ENOTSUP): self = .oldServer
        case .failed(code: EILSEQ): self = .otherEncoding
        case .corrupt, .failed: self = .other
        case .unsupportedVersion, .unsafeLocation, .closed: return nil
        }
    }
}

extension CommandRunner {
    /// Creates or upgrades the tables of the database, or shows their version.
    package func maintainDatabase() async -> CommandResult {
        guard let database = composition.database else {
            return .failed("usage", exit: .usage, text.reason(.missingOption(.database, .database)))
        }
        do throws(StorageError) {
            return invocation.operand == "prepare"
                ? prepared(from: try await database.prepare()) : status(try await database.storedSchemaVersion())
        } catch {
            return failed(error)
        }
    }

    private func prepared(from earlier: Int?) -> CommandResult {
        let current = PostgreSQLDatabase.schemaVersion
        var numbers = ["version": current]
        numbers["earlierVersion"] = earlier
        return .done("prepared", ["database": json(numbers)], text: text.prepared(from: earlier, to: current))
    }

    private func status(_ version: Int?) -> CommandResult {
        let current = PostgreSQLDatabase.schemaVersion
        guard let version else { return .failed("no-store", exit: .noStore, text.noTables) }
        guard version <= current else {
            return failed(StorageError(store: .accounts, reason: .unsupportedVersion(version)))
        }
        return .done("ready", ["database": json(["version": version])], text: text.tables(version, current: current))
    }
}
