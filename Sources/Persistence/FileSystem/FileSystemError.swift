#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A call to the system that failed.
package struct FileSystemError: Error, Hashable, Sendable {
    package let operation: FileSystemOperation

    /// The value of `errno`.
    package let code: Int32

    package init(operation: FileSystemOperation, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// Whether a signal came in between, so that the call has to be made again.
    var isInterruption: Bool { code == EINTR }

    /// Whether nothing has the name that was given.
    var isMissing: Bool { code == ENOENT }
}
