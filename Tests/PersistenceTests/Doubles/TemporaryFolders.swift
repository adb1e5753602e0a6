import Persistence
import Synchronization
import TestSupport

/// Folders that go away together, one for each repository that a contract asks for.
final class TemporaryFolders: Sendable {
    private let parent = TemporaryFolder()
    private let count = Mutex(0)

    func next() -> StorageDirectory {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return StorageDirectory(path: parent.path + "/\(number)", lockWait: .seconds(20))
    }
}

extension TemporaryFolder {
    /// The folder for stores inside, which does not exist yet.
    var stores: StorageDirectory { StorageDirectory(path: path + "/stores", lockWait: .seconds(20)) }
}
