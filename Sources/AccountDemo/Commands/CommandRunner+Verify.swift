import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Opens every store read-only and tells what is there.
    package func verify() async -> CommandResult {
        let findings = await composition.inspectStores()
        var report = CommandReport(outcome: .verified, stores: [])
        var lines: [String] = []
        var worst = ExitCode.done
        for finding in findings {
            switch finding.state {
            case .absent:
                report.stores?.append(.init(store: finding.store.rawValue, state: "absent"))
                lines.append("✔ " + text.storeAbsent(finding.store))
            case .readable(let version, let records):
                let remarks = finding.remarks.map { CommandReport.ListedRemark($0) }
                report.stores?.append(
                    .init(
                        store: finding.store.rawValue,
                        state: "readable",
                        version: version,
                        records: records,
                        remarks: remarks.isEmpty ? nil : remarks
                    )
                )
                lines.append("✔ " + text.storeReadable(finding.store, version: version, records: records))
                lines += finding.remarks.map { "  · " + text.remark($0) }
            case .unreadable(let reason):
                let message = messages.message(for: StorageError(store: finding.store, reason: reason))
                report.stores?.append(.init(store: finding.store.rawValue, state: reason.code))
                report.outcome = .damaged
                report.reason = report.reason ?? reason.code
                report.message = report.message ?? message
                worst = max(worst, reason.exitCode)
                lines.append("✘ " + message)
            }
        }
        return .done(report, text: lines.joined(separator: "\n"), exitCode: worst)
    }
}
