import Persistence
import Synchronization
import TestSupport

/// Folders that are removed together.
final class TemporaryFolders: Sendable {
    private let parent = TemporaryFolder()
    private let count = Atomic(0)

    func next() -> StorageDirectory {
        let number = count.add(1, ordering: .relaxed).newValue
        return StorageDirectory(path: parent.path + "/\(number)", lockWait: .seconds(20))
    }
}

extension StorageDirectory {
    /// The same folder on another file system.
    func on(_ fileSystem: any FileSystem) -> StorageDirectory {
        var directory = self
        directory.fileSystem = fileSystem
        return directory
    }

    /// What an inspection says about the accounts.
    func remarks() async -> [StoreFinding.Remark] {
        await StoreInspector(folder: self).inspect()[0].remarks
    }
}

extension TemporaryFolder {
    /// The folder for stores inside, which does not exist yet.
    var stores: StorageDirectory { StorageDirectory(path: path + "/stores", lockWait: .seconds(20)) }
}
