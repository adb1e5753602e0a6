// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why the simulated system refuses a call that no test has told it to refuse.
enum SimulatedFailure: Error {
    case missing, exists, notFolder, isFolder, notEmpty, notPermitted, notOpen, notWritable, invalid, crashed

    /// The value of `errno`.
    var code: Int32 {
        switch self {
        case .missing: ENOENT
        case .exists: EEXIST
        case .notFolder: ENOTDIR
        case .isFolder: EISDIR
        case .notEmpty: ENOTEMPTY
        case .notPermitted: EPERM
        case .notOpen, .notWritable: EBADF
        case .invalid: EINVAL
        case .crashed: EIO
        }
    }
}
