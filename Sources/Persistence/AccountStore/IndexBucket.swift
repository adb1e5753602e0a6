/// A bucket of the index: twelve places for records, and a checksum.
///
/// The upper half of a record's hash names the bucket to begin at, and eight bits of the lower half are kept beside its
/// place in the file. A bucket that is full goes on in the next one.
struct IndexBucket {
    static let size = 64
    static let capacity = 12

    /// How many records a bucket has on average: most have room left, and end the search.
    static let load = 9

    /// A record as the index knows it.
    struct Entry {
        let hash: UInt64
        let place: UInt32
    }

    private static let placesOffset = 4
    private static let tagsOffset = placesOffset + capacity * 4

    private let bytes: UnsafeRawBufferPointer

    /// Shows a bucket.
    ///
    /// - Parameters:
    ///   - bytes: The index.
    ///   - number: Which bucket it is.
    init(_ bytes: UnsafeRawBufferPointer, number: Int) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes[(number * Self.size)..<((number + 1) * Self.size)])
    }

    /// Whether the bucket is as it was written.
    func isSound(number: Int, generation: UInt64) -> Bool {
        let stored = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
        let contents = UnsafeRawBufferPointer(rebasing: bytes[Self.placesOffset...])
        return stored == Self.checksum(of: contents, number: number, generation: generation)
    }

    /// The place of a record in the file, or nil where the bucket ends.
    func place(at position: Int) -> Int? {
        let offset = Self.placesOffset + position * 4
        let place = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        return place == 0 ? nil : Int(place)
    }

    func tag(at position: Int) -> UInt8 { bytes[Self.tagsOffset + position] }

    /// The tag of a record with a hash.
    static func tag(of hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash) }

    /// The bucket at which to begin with a hash.
    static func first(of hash: UInt64, among count: Int) -> Int {
        Int(((hash >> 32) &* UInt64(count)) >> 32)
    }

    /// How many buckets an index of records has.
    static func count(for records: Int) -> Int { records == 0 ? 0 : records / load + 1 }

    /// Makes an index.
    ///
    /// - Parameters:
    ///   - entries: The hash and the place of every record.
    ///   - generation: The number of the file.
    /// - Returns: The buckets behind each other.
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
                let check = checksum(of: contents, number: bucket, generation: generation)
                index.storeBytes(of: check.littleEndian, toByteOffset: start, as: UInt32.self)
            }
        }
        return index
    }

    private static func checksum(
        of contents: UnsafeRawBufferPointer,
        number: Int,
        generation: UInt64
    ) -> UInt32 {
        var check = CRC32C(continuing: UInt32(truncatingIfNeeded: generation) &+ UInt32(truncatingIfNeeded: number))
        check.add(contents)
        return check.value
    }
}
