import App
import Domain
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the apps of the tour store things: each system in a place of its own, and nothing is left in the end.
package enum TourStorage: Sendable {
    /// In memory.
    case inMemory

    /// In a folder that is empty or does not exist.
    case folder(String)

    /// Makes sure that the tour gets in the way of nothing.
    ///
    /// - Returns: Whether the folder was there before.
    func prepare() async throws(TourFailure) -> Bool {
        guard case .folder(let path) = self else { return false }
        do {
            _ = try await Repositories(.folder(path)).sessions.load()
        } catch {
            throw .unavailable(error)
        }
        // What cannot be listed is not there, for a store in it could be read.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        guard names.isEmpty else { throw .folderInUse }
        return true
    }

    /// Makes what opens the stores of a system anew at every launch.
    @MainActor
    func opener(for preset: AppSettings.Preset) -> @MainActor () -> Repositories {
        switch self {
        case .inMemory:
            let repositories = Repositories()
            return { repositories }
        case .folder(let path):
            return { Repositories(.folder(path + "/" + preset.rawValue)) }
        }
    }

    /// Removes what the tour has stored.
    ///
    /// - Parameters:
    ///   - presets: The systems that were played.
    ///   - keepsFolder: Whether the folder itself was there before.
    func remove(_ presets: [AppSettings.Preset], keepsFolder: Bool) {
        guard case .folder(let path) = self else { return }
        // What cannot be removed, or was never made, holds accounts of nobody.
        for preset in presets { try? FileManager.default.removeItem(atPath: path + "/" + preset.rawValue) }
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
        if !keepsFolder, isEmpty { try? FileManager.default.removeItem(atPath: path) }
    }
}
