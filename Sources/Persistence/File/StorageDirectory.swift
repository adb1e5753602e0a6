/// The folder that file repositories share, and how long they wait for each other there.
///
/// The folder and its parents are made at the first write, for the user alone. It belongs to the stores alone: the
/// effective user must own it, it must not be a symbolic link, and nobody else may have access. A folder that is open
/// to others is closed to them at the next write if it holds nothing but the stores; otherwise it is refused and left
/// as it is.
public struct StorageDirectory: Hashable, Sendable {
    /// The path, absolute or relative to the working directory of the process.
    public let path: String

    /// How long a write waits while another object or process is writing; not at all where it is not positive.
    public let lockWait: Duration

    /// Creates the description of a folder, and nothing on the medium.
    ///
    /// - Parameters:
    ///   - path: The path, absolute or relative to the working directory of the process.
    ///   - lockWait: How long a write waits while another object or process is writing; two seconds unless said
    ///     otherwise, and not at all where it is not positive.
    public init(path: String, lockWait: Duration = .seconds(2)) {
        self.path = path
        self.lockWait = lockWait
    }
}
