import Domain

extension StorageError.Store {
    /// Decodes stored bytes, and throws `.corrupt` or `.unsupportedVersion` of this store if they are invalid.
    func decoding<Value>(_ decode: () throws(InvalidRecord) -> Value) throws(StorageError) -> Value {
        do {
            return try decode()
        } catch {
            throw StorageError(store: self, reason: error.newerVersion.map { .unsupportedVersion($0) } ?? .corrupt)
        }
    }
}

/// A reader of records in memory, with bounds checks.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer

    /// The offset of the next byte.
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

    /// Reads a number below 2^28 in LEB128: each byte has seven bits, and a bit that says whether another byte follows.
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
        Number(littleEndian: try block(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
    }

    mutating func block(_ count: Int) throws(InvalidRecord) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - offset else { throw InvalidRecord() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }

    /// Reads a length and as many bytes.
    mutating func sizedBlock() throws(InvalidRecord) -> UnsafeRawBufferPointer {
        try block(try size())
    }
}

extension [UInt8] {
    /// Appends a number in the format of ``ByteReader/size()``.
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

    /// Appends the number of a text's UTF-8 bytes, and the bytes.
    mutating func append(sized text: String) {
        append(size: text.utf8.count)
        append(contentsOf: text.utf8)
    }

    /// Calls a function with the bytes, like `withUnsafeBytes`, and throws the function's own error.
    func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
}
