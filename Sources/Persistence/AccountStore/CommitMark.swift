/// Up to where the journal is acknowledged, in memory that all users of a folder share.
///
/// It is in the lock file and never synchronised: it says to those who look that there may be more to read, and whether
/// a file must not be trusted to the medium. What is in the store is decided by the store file alone.
struct CommitMark: Sendable {
    /// The size of the lock file.
    static let size = 4096

    /// Bytes that mean nothing, in the first of its blocks on a medium and at the end.
    static let unusedPlaces = [40, size - 1]

    /// The size of what it begins with.
    static let generationSize = 8

    private static let generationPlace = 0
    private static let endPlace = 8
    private static let brokenGenerationPlace = 16
    private static let brokenEndPlace = 24
    private static let brokenCheckPlace = 32

    private let memory: MappedBytes

    init(_ memory: MappedBytes) {
        self.memory = memory
    }

    /// The number of the file that was written to last, or 0 where there was none.
    var generation: UInt64 { memory.load(at: Self.generationPlace) }

    /// Where a file ends, or nil where that is not known of it.
    func end(generation: UInt64) -> Int? {
        guard memory.load(at: Self.generationPlace) == generation else { return nil }
        let end = Int(truncatingIfNeeded: memory.load(at: Self.endPlace))
        // Of a broken file both say the same when they are written, but a power cut can have kept an older one of this.
        return endOfBroken(generation: generation) ?? end
    }

    /// Where a file ends that could not be synchronised, or nil where the file is none of that kind.
    ///
    /// A power cut can leave any part of this memory on the medium, so it is believed only where its check is right.
    func endOfBroken(generation: UInt64) -> Int? {
        let end = memory.load(at: Self.brokenEndPlace)
        guard memory.load(at: Self.brokenGenerationPlace) == generation,
            memory.load(at: Self.brokenCheckPlace) == Self.check(generation: generation, end: end)
        else { return nil }
        return Int(truncatingIfNeeded: end)
    }

    /// Says where a file ends.
    func set(generation: UInt64, end: Int) {
        memory.store(UInt64(end), at: Self.endPlace)
        memory.store(generation, at: Self.generationPlace)
    }

    /// Says that a file must not be written to any more.
    func setBroken(generation: UInt64, end: Int) {
        memory.store(UInt64(end), at: Self.brokenEndPlace)
        memory.store(generation, at: Self.brokenGenerationPlace)
        memory.store(Self.check(generation: generation, end: UInt64(end)), at: Self.brokenCheckPlace)
        set(generation: generation, end: end)
    }

    private static func check(generation: UInt64, end: UInt64) -> UInt64 {
        withUnsafeBytes(of: end.littleEndian) { SipHash(low: generation, high: ~generation).hash($0) }
    }
}
