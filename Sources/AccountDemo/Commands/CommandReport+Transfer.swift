import Persistence

extension CommandReport {
    /// What came of accounts that were taken from one place to another.
    package struct Transfer: Encodable, Equatable, Sendable {
        /// A line that is no account.
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

        init() {}

        init(_ summary: ImportSummary) {
            lines = summary.lines
            imported = summary.imported
            skipped = summary.skipped
            invalid = summary.invalid
            let told = summary.invalidLines.map { InvalidLine(line: $0.number, reason: $0.failure.rawValue) }
            invalidLines = told.isEmpty ? nil : told
        }
    }

    /// What was saved of damaged accounts, and what was not.
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
}
