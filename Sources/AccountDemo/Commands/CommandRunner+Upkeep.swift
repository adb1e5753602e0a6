import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Saves what can be read of damaged accounts into another folder.
    package func repair(to path: String) async -> CommandResult {
        do throws(RepairError) {
            let report = try await composition.repairAccounts(to: path)
            return .done(
                CommandReport(outcome: .repaired, repair: CommandReport.Repair(report)),
                text: text.repaired(report) + "\n" + text.folder(path)
            )
        } catch {
            let message = text.repair(error) { messages.message(for: $0) }
            switch error {
            case .nothingToRepair:
                return refused("nothing-to-repair", message: located(message))
            case .destinationInUse:
                return refused("folder-in-use", message: message + "\n" + text.folder(path))
            case .source(let cause):
                return failed(cause)
            case .destination(let cause):
                return .failed(
                    cause.reason.exitCode,
                    CommandReport(
                        outcome: .failed,
                        reason: cause.reason.code,
                        message: message + "\n" + text.folder(path)
                    )
                )
            }
        }
    }

    /// Writes the accounts anew, and tells what that came to.
    package func compact() async -> CommandResult {
        do throws(StorageError) {
            let (before, after) = try await composition.compactAccounts()
            return .done(
                CommandReport(outcome: .compacted, bytes: CommandReport.Bytes(before: before, after: after)),
                text: text.compacted(before: before, after: after)
            )
        } catch {
            return failed(error)
        }
    }
}
