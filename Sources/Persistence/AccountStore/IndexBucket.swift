/// A bucket of the index: the offsets of up to twelve records, and a checksum.
///
/// The upper half of a record's hash selects its bucket; eight bits of the lower half are stored with its offset in the
/// file. A full bucket continues in the next one.
struct IndexBucket {
    static let size = 64
    static let capacity = 12

    /// The average number of records in a bucket: most buckets have room left, which ends the search.
    static let load = 9

    /// A record of the index.
    struct Entry {
        let hash: UInt64
        let place: UInt32
    }

    private static let placesOffset = 4
    private static let tagsOffset = placesOffset + capacity * 4

    private let bytes: UnsafeRawBufferPointer

    /// Creates a view of the bucket with a number.
    init(_ bytes: UnsafeRawBufferPointer, number: Int) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[(number * Self.size)..<((number + 1) * Self.size)])
    }

    /// Returns whether the checksum is valid.
    func isSound(number: Int, generation: UInt64) -> Bool {
        let stored = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
        let contents = UnsafeRawBufferPointer(rebasing: bytes[Self.placesOffset...])
        return stored == CRC32C.checksum(of: contents, at: number, generation: generation)
    }

    /// Returns the offset of a record in the file, or nil after the last record of the bucket.
    func place(at position: Int) -> Int? {
        let offset = Self.placesOffset + position * 4
        let place = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        return place == 0 ? nil : Int(clamping: place)
    }

    func tag(at position: Int) -> UInt8 { bytes[Self.tagsOffset + position] }

    static func tag(of hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash) }

    /// Returns the bucket in which the search for a hash begins.
    static func first(of hash: UInt64, among count: Int) -> Int {
        Int(((hash >> 32) &* UInt64(count)) >> 32)
    }

    /// Returns the number of buckets of an index.
    static func count(for records: Int) -> Int { records == 0 ? 0 : records / load + 1 }

    /// Creates all buckets of an index.
    static func index(of entries: [Entry], generation: UInt64) -> [UInt8] {
        let bucketCount = count(for: entries.count)
        var index = [UInt8](repeating: 0, count: bucketCount * size)
        var fill = [UInt8](repeating: 0, count: bucketCount)
        index.withUnsafeMutableBytes { index in
            for entry in entries {
                var bucket = first(of: entry.hash, among: bucketCount)
                while fill[bucket] == capacity { bucket = bucket + 1 == bucketCount ? 0 : bucket + 1 }
                let start = bucket * size
                let position = Int(fill[bucket])
                index.storeBytes(
                    of: entry.place.littleEndian,
                    toByteOffset: start + placesOffset + position * 4,
                    as: UInt32.self
                )
                index[start + tagsOffset + position] = tag(of: entry.hash)
                fill[bucket] += 1
            }
            for bucket in 0..<bucketCount {
                let start = bucket * size
                let contents = UnsafeRawBufferPointer(rebasing: index[(start + placesOffset)..<(start + size)])
                let check = CRC32C.checksum(of: contents, at: bucket, generation: generation)
                index.storeBytes(of: check.littleEndian, toByteOffset: start, as: UInt32.self)
            }
        }
        return index
    }
}
