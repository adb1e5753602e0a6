public import Persistence

extension AppComposition {
    /// Opens every store of the configured folder read-only and tells what is there.
    ///
    /// - Returns: One finding a store; none where the storage is in memory, which has nothing to be inspected.
    public func inspectStores() async -> [StoreFinding] {
        switch configuration.storage {
        case .inMemory: []
        case .folder(let path): await StoreInspector(folder: StoreFolder(path: path)).inspect()
        }
    }
}
