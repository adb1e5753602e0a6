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

    /// Whether nothing has the name that was given.
    var isMissing: Bool { code == ENOENT }

    /// How often a call is made that signals interrupt each time, so that one which never gets through is an error.
    private static let patience = 100

    /// Makes a call, again after an interruption.
    static func uninterrupted<Value>(_ call: () throws(FileSystemError) -> Value) throws(FileSystemError) -> Value {
        for _ in 1..<patience {
            do throws(FileSystemError) {
                return try call()
            } catch {
                if error.code != EINTR { throw error }
            }
        }
        return try call()
    }
}
