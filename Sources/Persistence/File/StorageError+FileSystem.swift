import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

extension StorageError.Store {
    /// The file name of the store.
    var fileName: String { self == .accounts ? StoreFileName.store : rawValue + ".json" }

    /// The name of the file with the next version of the store, before it replaces the old one.
    var temporaryName: String { "." + fileName + ".tmp" }

    /// The name of the format, in the first line of the document.
    var formatName: String { "account-flow." + rawValue }

    var unencodable: StorageError { StorageError(store: self, reason: .failed(code: EINVAL)) }

    var corrupt: StorageError { StorageError(store: self, reason: .corrupt) }

    var missing: StorageError { StorageError(store: self, reason: .failed(code: ENOENT)) }

    var busy: StorageError { StorageError(store: self, reason: .busy) }

    var replaced: StorageError { StorageError(store: self, reason: .replaced) }

    func unsafe(_ location: StorageError.UnsafeLocation, file name: String? = nil) -> StorageError {
        let file: StorageError.File? = name == OpenFolder.lockName ? .lock : name == fileName ? .data : nil
        return StorageError(store: self, reason: .unsafeLocation(location), file: file)
    }

    /// Makes a system call, repeats it after an interruption, and reports its failure as an error of this store.
    func reporting<Value>(_ call: @autoclosure () throws(FileSystemError) -> Value) throws(StorageError) -> Value {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            throw StorageError(store: self, reason: StorageError.Reason(error))
        }
    }

    /// Makes a system call like ``reporting(_:)``, or returns nil if the name does not exist.
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
        case (ELOOP, _): self = .unsafeLocation(.link)
        case (ENOTDIR, _): self = .unsafeLocation(.notAFolder)
        case (EISDIR, _): self = .unsafeLocation(.notAFile)
        // The name is a socket instead of a file.
        case (ENXIO, .openFile), (EOPNOTSUPP, .openFile): self = .unsafeLocation(.notAFile)
        default: self = .failed(code: error.code)
        }
    }
}

extension FileSystemError {
    /// Whether the name does not exist.
    var isMissing: Bool { code == ENOENT }

    /// The number of attempts, after which an interrupted call is an error.
    private static let attempts = 100

    /// Makes a call, and repeats it after an interruption.
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
