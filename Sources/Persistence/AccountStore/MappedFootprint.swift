/// How much of a mapped checkpoint is in the memory of this process, so that it stays little.
///
/// A page that is looked at counts as memory of the process until it is given back, although the system could take it
/// at any time. The system brings in the pages around it as well; such a window is what is counted. Checkpoints that
/// are small enough stay in memory.
struct MappedFootprint: Sendable {
    /// How many bytes are brought in around one that is looked at.
    private static let windowSize = 1 << 16

    /// How many bytes stay in memory at the most.
    private static let limit = 16 << 20

    private var windows: [UInt64]
    private var touched = 0

    init(count: Int) {
        windows = count <= Self.limit ? [] : Array(repeating: 0, count: count / Self.windowSize / 64 + 1)
    }

    /// Notes that a record was looked for.
    mutating func note(_ record: Checkpoint.Record?, hash: UInt64, in checkpoint: Checkpoint) {
        guard !windows.isEmpty else { return }
        let header = checkpoint.header
        let bucket = IndexBucket.first(of: hash, among: header.bucketCount)
        touch(header.index.lowerBound + bucket * IndexBucket.size)
        if let record { touch(record.place) }
        if touched * Self.windowSize >= Self.limit { drop(from: checkpoint) }
    }

    /// Gives back everything, as after a walk through all of it.
    mutating func drop(from checkpoint: Checkpoint?) {
        guard !windows.isEmpty, let checkpoint else { return }
        checkpoint.mapped.dropPages()
        windows = Array(repeating: 0, count: windows.count)
        touched = 0
    }

    private mutating func touch(_ offset: Int) {
        let window = offset / Self.windowSize
        let bit: UInt64 = 1 << UInt64(window % 64)
        if windows[window / 64] & bit == 0 {
            windows[window / 64] |= bit
            touched += 1
        }
    }
}
