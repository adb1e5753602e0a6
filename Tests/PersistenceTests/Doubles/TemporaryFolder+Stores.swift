import Persistence
import TestSupport

extension TemporaryFolder {
    /// The folder for stores inside, which does not exist yet.
    var stores: StorageDirectory { StorageDirectory(path: path + "/stores", lockWait: .seconds(20)) }
}
