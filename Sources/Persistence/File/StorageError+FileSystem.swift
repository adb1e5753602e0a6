import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StorageError.Store {
    /// The file of the store.
    var documentName: String { rawValue + ".json" }

    /// The file in which the next version of the document is written before it replaces the old one.
    var temporaryName: String { "." + documentName + ".tmp" }

    /// The name of the format, in the first line of the document.
    var formatName: String { "account-flow." + rawValue }

    var unencodable: StorageError { StorageError(store: self, reason: .failed(code: EINVAL)) }

    var corrupt: StorageError { StorageError(store: self, reason: .corrupt) }

    var busy: StorageError { StorageError(store: self, reason: .busy) }

    var replaced: StorageError { StorageError(store: self, reason: .replaced) }

    var unsafeLocation: StorageError { StorageError(store: self, reason: .unsafeLocation) }

    /// Makes a system call, again after an interruption, and reports its failure as one of this store.
    func reporting<Value>(_ call: @autoclosure () throws(FileSystemError) -> Value) throws(StorageError) -> Value {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            throw StorageError(store: self, reason: StorageError.Reason(error))
        }
    }

    /// Makes a system call like ``reporting(_:)``, or returns nil if nothing has the given name.
    func reportingUnlessMissing<Value>(
        _ call: @autoclosure () throws(FileSystemError) -> Value
    ) throws(StorageError) -> Value? {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            if error.isMissing { return nil }
            throw StorageError(store: self, reason: StorageError.Reason(error))
        }
    }
}

extension StorageError.Reason {
    /// Whether the file system does not support the call.
    var isUnsupported: Bool { self == .failed(code: EINVAL) || self == .failed(code: ENOTSUP) }

    init(_ error: FileSystemError) {
        switch (error.code, error.operation) {
        case (EROFS, _): self = .readOnly
        case (EACCES, _), (EPERM, _): self = .notPermitted
        case (ENOSPC, _), (EDQUOT, _): self = .full
        // A link or a file in place of a folder, or a link or a folder in place of a file.
        case (ELOOP, _), (ENOTDIR, _), (EISDIR, _): self = .unsafeLocation
        // A socket in place of a file.
        case (ENXIO, .openFile), (EOPNOTSUPP, .openFile): self = .unsafeLocation
        // The parent folder exists, but nothing can be made in it: it is a link to nowhere.
        case (ENOENT, .makeFolder): self = .unsafeLocation
        default: self = .failed(code: error.code)
        }
    }
}

extension FileSystemError {
    /// Whether nothing has the given name.
    var isMissing: Bool { code == ENOENT }

    /// How often an interrupted call is made, so that one which never gets through is an error.
    private static let attempts = 100

    /// Makes a call, again after an interruption.
    static func uninterrupted<Value>(_ call: () throws(FileSystemError) -> Value) throws(FileSystemError) -> Value {
        for _ in 1..<attempts {
            do throws(FileSystemError) {
                return try call()
            } catch {
                if error.code != EINTR { throw error }
            }
        }
        return try call()
    }
}
