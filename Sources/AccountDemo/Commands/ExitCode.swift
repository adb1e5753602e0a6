/// How the program ends, in the numbers of `sysexits.h` where it has one.
package enum ExitCode: Int32, Comparable, Sendable {
    /// Done; for `status`: somebody is signed in.
    case done = 0

    /// Refused; for `status`: nobody is signed in.
    case refused = 1

    /// The command line was not understood (`EX_USAGE`).
    case usage = 64

    /// The server could not be reached, or did not do its work (`EX_UNAVAILABLE`).
    case unavailable = 69

    /// A store could not be read or written, or standard output could not (`EX_IOERR`).
    case storageFailed = 74

    /// A store is in use by somebody else for too long (`EX_TEMPFAIL`).
    case storeBusy = 75

    /// Orders the codes by their numbers, so that the greatest of several is the one to end with.
    package static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
