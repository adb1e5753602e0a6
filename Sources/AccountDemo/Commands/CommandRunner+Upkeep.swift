import App
import Domain
import Persistence
import Presentation

extension CommandRunner {
    /// Saves what can be read of damaged accounts into another folder.
    package func salvage(to path: String) async -> CommandResult {
        do throws(SalvageError) {
            let report = try await composition.salvageAccounts(to: path)
            return .done(
                CommandReport(outcome: .salvaged, salvage: CommandReport.Salvage(report)),
                text: text.salvaged(report) + "\n" + text.folder(path)
            )
        } catch {
            let message = text.salvage(error) { messages.message(for: $0) }
            switch error {
            case .nothingToSalvage:
                return refused("nothing-to-salvage", message: located(message))
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
                CommandReport(outcome: .compacted, octets: CommandReport.Octets(before: before, after: after)),
                text: text.compacted(before: before, after: after)
            )
        } catch {
            return failed(error)
        }
    }
}
