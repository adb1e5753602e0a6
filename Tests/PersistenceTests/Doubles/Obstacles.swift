import Domain
import Persistence
import TestSupport

/// An object in place of a store file.
enum FileObstacle: String, CaseIterable, Sendable {
    case link, danglingLink, fifo, socket, hardLink, folder

    static let targetBytes: [UInt8] = Array("somebody's file".utf8)

    /// The reason why the store rejects it.
    var location: StorageError.UnsafeLocation {
        switch self {
        case .link, .danglingLink: .link
        case .fifo, .socket, .folder: .notAFile
        case .hardLink: .secondName
        }
    }

    /// Creates the obstacle.
    ///
    /// - Returns: The path of the object that must not change.
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
        case .socket:
            try Disk.makeSocket(path)
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

/// An object in place of the store folder.
enum FolderObstacle: String, CaseIterable, Sendable {
    case file, fifo, link, linkWithSlash, linkWithDot, folderBelowLink, danglingLink, belowFile, linkToItself

    /// The reason why the store rejects it.
    var location: StorageError.UnsafeLocation {
        switch self {
        case .file, .fifo, .belowFile: .notAFolder
        case .link, .linkWithSlash, .linkWithDot, .danglingLink, .linkToItself: .link
        case .folderBelowLink: .invalidPath
        }
    }

    /// Creates the obstacle, where a link leads to the folder `target` with stores.
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
        case .linkWithDot:
            try Disk.makeLink(path, to: target)
            return StorageDirectory(path: path + "/.//./")
        case .folderBelowLink:
            try Disk.makeLink(path, to: target)
            return StorageDirectory(path: path + "/stores/..")
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
