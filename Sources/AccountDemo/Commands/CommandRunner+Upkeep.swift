import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Opens every store read-only and reports its state.
    package func verify() async -> CommandResult {
        var report = CommandReport(outcome: .verified, stores: [])
        var lines: [String] = []
        var worst = ExitCode.done
        for finding in await composition.inspectStores() {
            let store = finding.store.rawValue
            switch finding.state {
            case .absent:
                report.stores?.append(.init(store: store, state: "absent"))
                lines.append("✔ " + text.storeAbsent(finding.store))
            case .readable(let version, let records):
                let remarks = finding.remarks.isEmpty ? nil : finding.remarks.map { CommandReport.ListedRemark($0) }
                report.stores?.append(
                    .init(store: store, state: "readable", version: version, records: records, remarks: remarks)
                )
                lines.append("✔ " + text.storeReadable(finding.store, version: version, records: records))
                lines += finding.remarks.map { "  · " + text.remark($0) }
            case .unreadable(let reason):
                let message = messages.message(for: StorageError(store: finding.store, reason: reason))
                report.stores?.append(.init(store: store, state: reason.code))
                report.outcome = .damaged
                report.reason = report.reason ?? reason.code
                report.message = report.message ?? message
                worst = max(worst, reason.exitCode)
                lines.append("✘ " + message)
            }
        }
        return .done(report, text: lines.joined(separator: "\n"), exitCode: worst)
    }

    /// Recovers readable accounts from a damaged store into another folder.
    package func repair() async -> CommandResult {
        let path = invocation[.to] ?? ""
        do throws(RepairError) {
            let report = try await composition.repairAccounts(to: path)
            return .done(
                CommandReport(outcome: .repaired, repair: .init(report)),
                text: text.repaired(report) + "\n" + text.folder(path)
            )
        } catch {
            switch error {
            case .nothingToRepair: return refused("nothing-to-repair", located(text.nothingToRepair))
            case .destinationInUse: return refused("folder-in-use", text.destinationInUse + "\n" + text.folder(path))
            case .source(let cause): return failed(cause)
            case .destination(let cause): return failed(cause, messages.message(for: cause) + "\n" + text.folder(path))
            }
        }
    }

    /// Rewrites the account store without deleted and replaced data.
    package func compact() async -> CommandResult {
        do throws(StorageError) {
            let (before, after) = try await composition.compactAccounts()
            return .done(
                CommandReport(outcome: .compacted, bytes: .init(before: before, after: after)),
                text: text.compacted(before: before, after: after)
            )
        } catch {
            return failed(error)
        }
    }
}
