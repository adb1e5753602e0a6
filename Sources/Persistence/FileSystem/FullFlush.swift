#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Flushes a file with `F_FULLFSYNC`, or with `fsync` on a volume without support for it.
///
/// After any other error, the bytes may be lost. The system reports such an error of the drive once, so `fsync` could
/// succeed after it.
///
/// - Parameters:
///   - full: Flushes the file and the cache of the drive, and returns 0 or the error number.
///   - plain: Flushes the file into the cache of the drive, and returns 0 or the error number.
/// - Returns: 0 or the error number of the flush.
package func flush(full: () -> Int32, plain: () -> Int32) -> Int32 {
    switch full() {
    // EOPNOTSUPP is the value of ENOTSUP on Linux.
    case ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL: plain()
    case let code: code
    }
}
