/// Up to where the journal is acknowledged, in memory that all users of a folder share.
///
/// It is in the lock file and never synchronised: it says to those who look that there may be more to read, and whether
/// a file must not be trusted to the medium. What is in the store is decided by the store file alone.
struct CommitMark: Sendable {
    /// The size of the lock file.
    static let size = 4096

    private static let generationPlace = 0
    private static let endPlace = 8
    private static let brokenPlace = 16

    private let memory: MappedBytes

    init(_ memory: MappedBytes) {
        self.memory = memory
    }

    /// Whether a file ends where it is known to end.
    func says(generation: UInt64, end: Int) -> Bool {
        memory.load(at: Self.generationPlace) == generation && memory.load(at: Self.endPlace) == UInt64(end)
    }

    /// Where a file ends that could not be synchronised, or nil where the file is none of that kind.
    func endOfBroken(generation: UInt64) -> Int? {
        guard memory.load(at: Self.brokenPlace) == generation, generation != 0,
            memory.load(at: Self.generationPlace) == generation
        else { return nil }
        return Int(truncatingIfNeeded: memory.load(at: Self.endPlace))
    }

    /// Says where a file ends.
    func set(generation: UInt64, end: Int) {
        memory.store(UInt64(end), at: Self.endPlace)
        memory.store(generation, at: Self.generationPlace)
    }

    /// Says that a file must not be written to any more.
    func setBroken(generation: UInt64, end: Int) {
        set(generation: generation, end: end)
        memory.store(generation, at: Self.brokenPlace)
    }
}
