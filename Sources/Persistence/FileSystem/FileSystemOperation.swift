/// What can be asked of a ``FileSystem`` and can fail.
package enum FileSystemOperation: Hashable, Sendable {
    case makeFolder
    case removeFolder
    case openFolder
    case listFolder
    case openFile(FilePurpose)
    case status
    case setMode
    case read
    case write
    case setSize
    case map
    case synchronize
    case lock
    case unlock
    case move
    case removeFile
}
