package import Domain
package import Persistence

/// How a command ended: what is printed where, and the exit code.
package struct CommandResult: Equatable, Sendable {
    package var exitCode: ExitCode

    /// The object that `--json` prints.
    package var report: CommandReport

    /// The text for standard output without `--json`.
    package var text: String

    /// The text for standard error in both cases; empty where nothing went wrong.
    package var errorText: String

    /// The result of a command that did its work.
    static func done(_ report: CommandReport, text: String, exitCode: ExitCode = .done) -> CommandResult {
        CommandResult(exitCode: exitCode, report: report, text: text, errorText: report.message ?? "")
    }

    /// The result of a command that did not.
    static func failed(_ exitCode: ExitCode, _ report: CommandReport) -> CommandResult {
        CommandResult(exitCode: exitCode, report: report, text: "", errorText: report.message ?? "")
    }
}

/// How the program ends, in the numbers of `sysexits.h` where it has one.
package enum ExitCode: Int32, Comparable, CaseIterable, Sendable {
    /// Done; for `status`: the user is signed in.
    case done = 0

    /// Refused; for `status`: no user is signed in.
    case refused = 1

    /// The command line was not understood (`EX_USAGE`).
    case usage = 64

    /// The server could not be reached, or did not do its work (`EX_UNAVAILABLE`).
    case unavailable = 69

    /// A store, a file or standard output could not be read or written (`EX_IOERR`).
    case storageFailed = 74

    /// A store or a file was in use for too long (`EX_TEMPFAIL`).
    case storeBusy = 75

    /// Orders the codes by their numbers, so that the greatest of several is the one to end with.
    package static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

/// The outcome of a command as the one JSON object that `--json` prints.
package struct CommandReport: Encodable, Equatable, Sendable {
    package enum Outcome: String, Encodable, Sendable {
        case signedUp = "signed-up"
        case signedIn = "signed-in"
        case signedOut = "signed-out"
        case passwordChanged = "password-changed"
        case deleted, accounts, verified, damaged, repaired, compacted, exported, imported, toured, left
        case help, version, completions, refused, failed
    }

    package struct ListedAccount: Encodable, Equatable, Sendable {
        package var id: String
        package var nickname: String?

        package init(id: AccountID, profile: Profile) {
            self.id = id.text
            nickname = profile.nickname?.text
        }
    }

    package struct ListedStore: Encodable, Equatable, Sendable {
        package var store: String
        package var state: String
        package var version: Int?
        package var records: Int?
        package var remarks: [ListedRemark]?
    }

    /// A remark about a store that can be read.
    package struct ListedRemark: Encodable, Equatable, Sendable {
        package var remark: String
        package var bytes: Int?
        package var name: String?

        package init(_ remark: StoreFinding.Remark) {
            switch remark {
            case .unfinishedChange(let bytes):
                self.remark = "unfinished-change"
                self.bytes = bytes
            case .copyOfUnfinishedChange(let name):
                self.remark = "copy-of-unfinished-change"
                self.name = name
            case .damagedIndex: self.remark = "damaged-index"
            case .awaitsErasure: self.remark = "awaits-erasure"
            case .unknownDocument: self.remark = "unknown-document"
            }
        }
    }

    /// The numbers of an export or an import.
    package struct Transfer: Encodable, Equatable, Sendable {
        package struct InvalidLine: Encodable, Equatable, Sendable {
            package var line: Int
            package var reason: String
        }

        package var exported: Int?
        package var lines: Int?
        package var imported: Int?
        package var skipped: Int?
        package var invalid: Int?
        package var invalidLines: [InvalidLine]?

        init(exported: Int) { self.exported = exported }

        init(_ summary: ImportSummary) {
            lines = summary.lines
            imported = summary.imported
            skipped = summary.skipped
            invalid = summary.invalid
            let listed = summary.invalidLines.map { InvalidLine(line: $0.number, reason: $0.failure.rawValue) }
            invalidLines = listed.isEmpty ? nil : listed
        }
    }

    /// The numbers of a repair.
    package struct Repair: Encodable, Equatable, Sendable {
        package var accounts: Int
        package var lostRecords: Int
        package var missingFrames: Int
        package var unreadableBytes: Int

        init(_ report: RepairReport) {
            accounts = report.accounts
            lostRecords = report.lostRecords
            missingFrames = report.missingFrames
            unreadableBytes = report.unreadableBytes
        }
    }

    /// The size of a file before and after.
    package struct Bytes: Encodable, Equatable, Sendable {
        package var before: Int
        package var after: Int
    }

    package var outcome: Outcome
    package var account: ListedAccount?
    package var accounts: [ListedAccount]?
    package var stores: [ListedStore]?
    package var repair: Repair?
    package var bytes: Bytes?
    package var transfer: Transfer?
    package var version: String?
    package var reason: String?
    package var field: String?
    package var message: String?

    /// The seconds to wait before the next try.
    package var retryAfter: Int?
}
