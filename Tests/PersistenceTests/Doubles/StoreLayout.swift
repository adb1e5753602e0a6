import Persistence
import Testing

/// The places of all parts of a store file of version 1.
///
/// They follow `Docs/StorageFormat.md` and do not use the code that writes the file.
struct StoreLayout {
    static let pageSize = 4096

    let generation: UInt64
    let sequence: UInt64

    /// The ranges of the records in order.
    private(set) var records: [Range<Int>] = []
    let blockTable: Range<Int>
    let index: Range<Int>

    /// The ranges of the frames in order.
    private(set) var frames: [Range<Int>] = []

    init(_ bytes: [UInt8]) throws {
        try #require(Array(bytes[0..<8]) == [0x41, 0x46, 0x4C, 0x4F, 0x57, 0x0D, 0x0A, 0x00])
        try #require(Self.number(4, at: 4092, of: bytes) == UInt64(CRC32C.checksum(of: bytes[..<4092])))
        generation = Self.number(8, at: 32, of: bytes)
        sequence = Self.number(8, at: 40, of: bytes)
        let count = Int(Self.number(8, at: 48, of: bytes))
        let recordsEnd = Int(Self.number(8, at: 56, of: bytes))
        blockTable = recordsEnd..<(recordsEnd + (count + 31) / 32 * 4)
        index = blockTable.upperBound..<(blockTable.upperBound + Int(Self.number(8, at: 64, of: bytes)) * 64)

        var place = Self.pageSize
        while place < recordsEnd {
            let start = place
            Self.skipAccount(in: bytes, at: &place)
            place += 4
            records.append(start..<place)
        }
        try #require(place == recordsEnd && records.count == count)
        place = (index.upperBound + Self.pageSize - 1) / Self.pageSize * Self.pageSize
        while case let length = Int(Self.number(4, at: place, of: bytes)), length > 0 {
            frames.append(place..<(place + length + 20))
            place += length + 20
        }
    }

    var ranges: [DamagedPart: Range<Int>] {
        [
            .header: 0..<Self.pageSize, .records: Self.pageSize..<blockTable.lowerBound, .blockTable: blockTable,
            .index: index, .frames: (frames.first?.lowerBound ?? 0)..<(frames.last?.upperBound ?? 0),
        ]
    }

    var frameCount: Int { frames.count }

    func recordsTouched(by range: Range<Int>) -> Int { records.count { $0.overlaps(range) } }

    func framesTouched(by range: Range<Int>) -> Int { frames.count { $0.overlaps(range) } }

    /// Returns the file with another version and the matching checksum of the header.
    static func withVersion(major: UInt8, minor: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        let page = bytes[0..<8] + [major, 0, minor, 0] + bytes[12..<4092]
        return page + littleEndianBytes(CRC32C.checksum(of: page)) + bytes[4096...]
    }

    /// Returns the file with another sequence number of the checkpoint and the matching checksum of the header.
    static func withSequence(_ sequence: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        let page = bytes[0..<40] + littleEndianBytes(sequence) + bytes[48..<4092]
        return page + littleEndianBytes(CRC32C.checksum(of: page)) + bytes[4096...]
    }

    /// Returns a frame that contains changes.
    static func frame(_ changes: [UInt8], sequence: UInt64, generation: UInt64) -> [UInt8] {
        let numbers = littleEndianBytes(UInt32(changes.count)) + littleEndianBytes(sequence)
        let header = CRC32C.checksum(of: littleEndianBytes(generation) + numbers)
        var check = CRC32C(continuing: header)
        check.add(changes)
        return numbers + littleEndianBytes(header) + changes + littleEndianBytes(check.value)
    }

    /// Returns the places of the records in the index in ascending order, and checks that each is in its first bucket.
    func indexedPlaces(in bytes: [UInt8]) throws -> [Int] {
        let hash = SipHash(low: Self.number(8, at: 16, of: bytes), high: Self.number(8, at: 24, of: bytes))
        let buckets = stride(from: index.lowerBound, to: index.upperBound, by: 64).enumerated()
        let hashes = Dictionary(
            uniqueKeysWithValues: records.map { record in
                let key = Self.key(in: bytes, at: record.lowerBound)
                return (record.lowerBound, key.withUnsafeBytes { hash.hash($0) })
            }
        )
        var places: [Int] = []
        for (number, start) in buckets {
            let seed = UInt32(truncatingIfNeeded: generation) &+ UInt32(number)
            let checksum = Self.checksum(of: bytes[(start + 4)..<(start + 64)], continuing: seed)
            try #require(Self.number(4, at: start, of: bytes) == checksum)
            for position in 0..<12 {
                let place = Int(Self.number(4, at: start + 4 + position * 4, of: bytes))
                guard place != 0 else { break }
                let found = try #require(hashes[place])
                try #require(bytes[start + 52 + position] == UInt8(truncatingIfNeeded: found))
                // No bucket of the fixture is full, so every record is in the first bucket of its search.
                try #require(number == Int(((found >> 32) * UInt64(index.count / 64)) >> 32))
                places.append(place)
            }
        }
        return places.sorted()
    }

    /// Returns the canonical ID of the record at a place.
    private static func key(in bytes: [UInt8], at place: Int) -> [UInt8] {
        let id = bytes[(place + 2)...].prefix(Int(bytes[place + 1]))
        guard bytes[place] & 1 == 1 else { return Array(id) }
        return Array(bytes[(id.endIndex + 1)...].prefix(Int(bytes[id.endIndex])))
    }

    /// Returns a checksum that continues from a value.
    static func checksum(of bytes: ArraySlice<UInt8>, continuing value: UInt32) -> UInt64 {
        var check = CRC32C(continuing: value)
        check.add(bytes)
        return UInt64(check.value)
    }

    /// Returns an unsigned little-endian number.
    static func number(_ count: Int, at place: Int, of bytes: [UInt8]) -> UInt64 {
        bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    static func littleEndianBytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func skipAccount(in bytes: [UInt8], at place: inout Int) {
        let flags = bytes[place]
        place += 1
        // The ID, one of the five optional texts for each flag, and the password hash.
        for _ in 0..<(flags.nonzeroBitCount + 2) {
            var (size, shift) = (0, 0)
            repeat {
                size |= Int(bytes[place] & 0x7F) << shift
                shift += 7
                place += 1
            } while bytes[place - 1] >= 0x80
            place += size
        }
        // The date and the registration ID.
        place += 24
    }
}
