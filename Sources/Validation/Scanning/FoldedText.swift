import Domain

/// Texts in the form in which passwords are compared with words: lower case, in Normalization Form C.
enum FoldedText {
    /// Hands over the bytes of a text in that form.
    ///
    /// Texts that are composed already, in up to ``capacity`` bytes, are folded on the stack; the rest takes a string.
    static func withBytes<Answer>(
        of text: String,
        _ body: (UnsafeBufferPointer<UInt8>) -> Answer
    ) -> Answer {
        if text.utf8.count <= capacity {
            let answer = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer -> Answer? in
                guard let count = foldASCII(text, into: buffer) ?? fold(text, into: buffer) else { return nil }
                return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
            }
            if let answer { return answer }
        }
        var folded = text.lowercased().composed
        return folded.withUTF8(body)
    }

    /// What the standard library keeps on the stack.
    private static let capacity = 1_024

    /// Writes the folded bytes, or gives nil where the text is not ASCII.
    private static func foldASCII(_ text: String, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            var highest: UInt8 = 0
            for place in bytes.indices {
                let byte = bytes[place]
                highest |= byte
                buffer[place] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            }
            return highest < 0x80 ? bytes.count : nil
        } ?? nil
    }

    /// Writes the folded bytes, or gives nil where the text has to be composed first or does not fit.
    private static func fold(_ text: String, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        guard text.isComposed else { return nil }
        var count = 0
        for scalar in text.unicodeScalars {
            if let lower = scalar.simpleLowercase {
                guard append(lower, to: buffer, at: &count) else { return nil }
            } else {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                    guard lower.composition == .starter, append(lower, to: buffer, at: &count) else { return nil }
                }
            }
        }
        return count
    }

    /// Writes one scalar, unless it does not fit.
    @inline(__always)
    private static func append(
        _ scalar: Unicode.Scalar,
        to buffer: UnsafeMutableBufferPointer<UInt8>,
        at count: inout Int
    ) -> Bool {
        guard count + 4 <= buffer.count else { return false }
        let value = scalar.value
        func put(_ byte: UInt32) {
            buffer[count] = UInt8(truncatingIfNeeded: byte)
            count += 1
        }
        switch value {
        case 0..<0x80:
            put(value)
        case 0x80..<0x800:
            put(0xC0 | value >> 6)
            put(0x80 | value & 0x3F)
        case 0x800..<0x1_0000:
            put(0xE0 | value >> 12)
            put(0x80 | value >> 6 & 0x3F)
            put(0x80 | value & 0x3F)
        default:
            put(0xF0 | value >> 18)
            put(0x80 | value >> 12 & 0x3F)
            put(0x80 | value >> 6 & 0x3F)
            put(0x80 | value & 0x3F)
        }
        return true
    }
}
