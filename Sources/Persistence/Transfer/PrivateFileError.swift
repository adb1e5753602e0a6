/// Why a file for the user alone was not written.
package enum PrivateFileError: Error, Hashable, Sendable {
    /// There is a file of that name, which was not to be replaced.
    case exists

    /// Somebody else is writing the file.
    case busy

    /// The system failed, with this value of `errno`.
    case failed(code: Int32)
}
