import Persistence
import TestSupport

/// What can be in the place of a file of the stores.
enum FileObstacle: String, CaseIterable, Sendable {
    case link, danglingLink, fifo, hardLink, folder

    static let targetBytes: [UInt8] = Array("somebody's file".utf8)

    /// Puts the obstacle in place.
    ///
    /// - Returns: The path of what must not change.
    func make(at path: String, in temporary: TemporaryFolder) throws -> String {
        let target = temporary.path + "/target"
        try Disk.write(Self.targetBytes, to: target)
        if Disk.exists(path) { try Disk.remove(path) }
        switch self {
        case .link:
            try Disk.makeLink(path, to: target)
            return target
        case .danglingLink:
            try Disk.makeLink(path, to: temporary.path + "/nowhere")
            return path
        case .fifo:
            try Disk.makeFIFO(path)
            return path
        case .hardLink:
            try Disk.makeHardLink(path, to: target)
            return target
        case .folder:
            try Disk.makeFolder(path)
            return path
        }
    }
}

/// What can be in the place of the folder of the stores.
enum FolderObstacle: String, CaseIterable, Sendable {
    case file, fifo, link, linkWithSlash, danglingLink, belowFile, linkToItself

    /// Puts the obstacle in place; a link leads to a folder `target` with stores in it.
    func make(in temporary: TemporaryFolder) async throws -> StorageDirectory {
        let path = temporary.path + "/stores"
        let target = temporary.path + "/target"
        try await StoreOperation.seed(StorageDirectory(path: target))
        switch self {
        case .file:
            try Disk.write([], to: path)
        case .fifo:
            try Disk.makeFIFO(path)
        case .link:
            try Disk.makeLink(path, to: target)
        case .linkWithSlash:
            try Disk.makeLink(path, to: target)
            return StorageDirectory(path: path + "//")
        case .danglingLink:
            try Disk.makeLink(path, to: temporary.path + "/nowhere")
        case .belowFile:
            try Disk.write([], to: path)
            return StorageDirectory(path: path + "/a")
        case .linkToItself:
            try Disk.makeLink(path, to: path)
            return StorageDirectory(path: path + "/a")
        }
        return StorageDirectory(path: path)
    }
}
