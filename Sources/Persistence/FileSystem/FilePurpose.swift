/// What a file is opened for.
package enum FilePurpose: Hashable, Sendable {
    /// To read an existing file.
    case reading

    /// To write and read a file that must not exist yet.
    case creating

    /// To write and read an existing file.
    case writing

    /// To read a file and write behind its end, which is made where it does not exist.
    case appending

    /// To lock a file, which is made where it does not exist.
    case locking
}
