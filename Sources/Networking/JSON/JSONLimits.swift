/// How large a JSON text may be.
public struct JSONLimits: Hashable, Sendable {
    /// The largest size in bytes.
    public let bytes: Int

    /// How deep lists and objects may be in each other, 512 at the most.
    public let depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The largest size in bytes; one mebibyte unless said otherwise. With less than 1, every text is too
    ///     large.
    ///   - depth: How deep lists and objects may be in each other; 32 unless said otherwise, and 512 at the most, so
    ///     that no text exhausts the stack of a thread. With 0 or less there may be none.
    public init(bytes: Int = 1 << 20, depth: Int = 32) {
        self.bytes = bytes
        self.depth = min(depth, 512)
    }
}
