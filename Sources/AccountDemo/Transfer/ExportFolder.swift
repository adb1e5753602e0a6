package import App
import Domain
import Persistence

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder in which the full-screen app saves exports of accounts.
package struct ExportFolder: Sendable {
    enum Outcome: Equatable {
        /// The export is in the file at this path.
        case saved(String)

        /// The file at this path was not written.
        case failed(TransferFailure, String)
    }

    private let path: String
    private let stores: AppConfiguration.Storage

    /// Creates a folder; nothing is saved in a folder of stores.
    package init(path: String, besides stores: AppConfiguration.Storage) {
        self.path = path
        self.stores = stores
    }

    /// Saves an export as a file that is named after its date, and does not replace another file.
    func save(_ export: AccountExport) async -> Outcome {
        let date = export.exportedAt.formatted(.iso8601.dateTimeSeparator(.standard).timeSeparator(.omitted))
        var outcome = await save(export, in: path + "/account-\(date).json")
        // Another window may have saved one in this second.
        for number in 2...9 {
            guard case .failed(.file(.exists), _) = outcome else { break }
            outcome = await save(export, in: path + "/account-\(date)-\(number).json")
        }
        return outcome
    }

    private func save(_ export: AccountExport, in file: String) async -> Outcome {
        do throws(TransferFailure) {
            let destination = try await ExportDestination.open(file, replacesExisting: false, besides: stores)
            do throws(TransferFailure) {
                try await destination.write(export.json.printableJSON)
            } catch {
                try await destination.end(isComplete: false)
                throw error
            }
            try await destination.end(isComplete: true)
            return .saved(file)
        } catch {
            return .failed(error, file)
        }
    }
}
