import Persistence
import Synchronization
import TestSupport

/// Temporary folders of one test, which are removed with the object.
final class TemporaryFolders: Sendable {
    private let parent = TemporaryFolder()
    private let count = Atomic(0)

    func next() -> StorageDirectory {
        let number = count.add(1, ordering: .relaxed).newValue
        return StorageDirectory(path: parent.path + "/\(number)", lockWait: .seconds(20))
    }
}

extension StorageDirectory {
    /// Returns the same folder on another file system.
    func on(_ fileSystem: any FileSystem) -> StorageDirectory {
        var directory = self
        directory.fileSystem = fileSystem
        return directory
    }

    /// Returns the remarks of an inspection about the accounts.
    func remarks() async -> [StoreFinding.Remark] {
        await StoreInspector(folder: self).inspect()[0].remarks
    }
}

extension TemporaryFolder {
    /// A subfolder for stores, which does not exist at first.
    var stores: StorageDirectory { StorageDirectory(path: path + "/stores", lockWait: .seconds(20)) }
}
