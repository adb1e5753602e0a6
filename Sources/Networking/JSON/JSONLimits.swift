/// How large a JSON text may be.
public struct JSONLimits: Hashable, Sendable {
    /// The largest size in octets.
    public let octets: Int

    /// How deep lists and objects may be in each other, 512 at the most.
    public let depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - octets: The largest size in octets; one mebibyte unless said otherwise. With less than 1, every text is too
    ///     large.
    ///   - depth: How deep lists and objects may be in each other; 32 unless said otherwise, and 512 at the most, so
    ///     that no text exhausts the stack of a thread. With 0 or less there may be none.
    public init(octets: Int = 1 << 20, depth: Int = 32) {
        self.octets = octets
        self.depth = min(depth, 512)
    }
}
