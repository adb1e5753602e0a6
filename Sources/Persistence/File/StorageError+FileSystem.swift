import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StorageError.Store {
    /// Makes a call to the system, again after an interruption, and says of this store what went wrong.
    func reporting<Value>(
        _ call: @autoclosure () throws(FileSystemError) -> Value
    ) throws(StorageError) -> Value {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            throw StorageError(store: self, reason: StorageError.Reason(error))
        }
    }

    /// Makes a call like ``reporting(_:)``.
    ///
    /// - Returns: What the call returned, or nil where nothing has the name that was given.
    func reportingUnlessMissing<Value>(
        _ call: @autoclosure () throws(FileSystemError) -> Value
    ) throws(StorageError) -> Value? {
        try reporting(Self.unlessMissing(try call()))
    }

    private static func unlessMissing<Value>(
        _ call: @autoclosure () throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value? {
        do {
            return try call()
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    var unencodable: StorageError { StorageError(store: self, reason: .failed(code: EINVAL)) }

    var corrupt: StorageError { StorageError(store: self, reason: .corrupt) }

    var unsafeLocation: StorageError { StorageError(store: self, reason: .unsafeLocation) }
}

extension StorageError.Reason {
    /// Whether the system said that nothing of the kind can be done there.
    var isUnsupported: Bool { self == .failed(code: EINVAL) || self == .failed(code: ENOTSUP) }

    init(_ error: FileSystemError) {
        switch (error.code, error.operation) {
        case (EROFS, _): self = .readOnly
        case (EACCES, _), (EPERM, _): self = .notPermitted
        case (ENOSPC, _), (EDQUOT, _): self = .full
        // A link or a file where a folder has to be, and a link or a folder where a file has to be.
        case (ELOOP, _), (ENOTDIR, _), (EISDIR, _): self = .unsafeLocation
        // A socket where a file has to be.
        case (ENXIO, .openFile), (EOPNOTSUPP, .openFile): self = .unsafeLocation
        // The parent folder exists, and yet nothing can be made in it: it is a link to nowhere.
        case (ENOENT, .makeFolder): self = .unsafeLocation
        default: self = .failed(code: error.code)
        }
    }
}
