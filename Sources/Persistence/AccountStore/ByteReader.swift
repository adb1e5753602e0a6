/// Reads a record from memory, from its first byte on, without ever leaving the memory.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer

    /// Where the next byte is.
    private(set) var offset: Int

    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(InvalidRecord) -> UInt8 {
        guard offset < bytes.count else { throw InvalidRecord() }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A number of which every byte has seven bits and says whether another follows (LEB128), below 2^28.
    mutating func size() throws(InvalidRecord) -> Int {
        var size = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let byte = try byte()
            size |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return size }
        }
        throw InvalidRecord()
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(InvalidRecord) -> Number {
        let place = try block(MemoryLayout<Number>.size)
        return Number(littleEndian: place.loadUnaligned(as: Number.self))
    }

    /// As many bytes as are asked for.
    mutating func block(_ count: Int) throws(InvalidRecord) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - offset else { throw InvalidRecord() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    /// Bytes behind their number.
    mutating func sizedBlock() throws(InvalidRecord) -> UnsafeRawBufferPointer {
        try block(try size())
    }
}

extension [UInt8] {
    /// Appends a number as ``ByteReader/size()`` reads it.
    mutating func append(size: Int) {
        var rest = size
        while rest >= 0x80 {
            append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends a text behind the number of its bytes.
    mutating func append(sized text: String) {
        append(size: text.utf8.count)
        append(contentsOf: text.utf8)
    }
}
