/// What was done when a store was opened that a crash had left unfinished.
public struct RecoveryReport: Hashable, Sendable {
    /// How many bytes of an unfinished change were cut off.
    ///
    /// They belong to the last change before the crash. Nobody was told that it was stored, unless the medium damaged
    /// it afterwards, which cannot be told from a crash in the last change.
    public let bytes: Int

    /// The file in the folder of the store to which they were copied.
    public let copy: String

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes of an unfinished change were cut off.
    ///   - copy: The file in the folder of the store to which they were copied.
    public init(bytes: Int, copy: String) {
        self.bytes = bytes
        self.copy = copy
    }
}
