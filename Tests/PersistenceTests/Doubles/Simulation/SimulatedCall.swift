import Persistence

/// A call that the simulated system has received.
struct SimulatedCall: Hashable, Sendable, CustomStringConvertible {
    let operation: FileSystemOperation

    /// The name under which the file was opened, or the path of the folder.
    let name: String

    /// How many bytes are to be written.
    var byteCount = 0

    var description: String { "\(operation) \(name)" }
}
