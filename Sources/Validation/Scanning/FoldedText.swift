import Domain

/// Texts in the form in which passwords are compared with words: lower case, in Normalization Form C.
enum FoldedText {
    /// Hands over the octets of a text in that form.
    ///
    /// Texts that are composed already, of 341 octets at most, are folded on the stack; what is left takes a string.
    static func withOctets<Answer>(
        of text: some StringProtocol,
        _ body: (UnsafeBufferPointer<UInt8>) -> Answer
    ) -> Answer {
        // A scalar of n octets has no more than 3n in lower case.
        if text.utf8.count <= capacity / 3 {
            let answer = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer -> Answer? in
                guard let count = foldASCII(text, into: buffer) ?? fold(text, into: buffer) else { return nil }
                return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
            }
            if let answer { return answer }
        }
        var folded = text.lowercased().nfc
        return folded.withUTF8(body)
    }

    /// What the standard library keeps on the stack.
    private static let capacity = 1_024

    /// Writes the folded octets, or gives nil where the text is not ASCII.
    private static func foldASCII(
        _ text: some StringProtocol,
        into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { octets -> Int? in
            var highest: UInt8 = 0
            for (place, octet) in octets.enumerated() {
                highest |= octet
                buffer[place] = octet &- UInt8(ascii: "A") < 26 ? octet | 0x20 : octet
            }
            return highest < 0x80 ? octets.count : nil
        } ?? nil
    }

    /// Writes the folded octets, or gives nil where the text has to be composed first.
    private static func fold(_ text: some StringProtocol, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            guard scalar.isComposed else { return nil }
            // Scripts without case, such as Hangul, need no look at the tables.
            let lower = scalar.value >= 0x3000 ? String(scalar) : scalar.properties.lowercaseMapping
            for folded in lower.unicodeScalars {
                guard folded.isComposed, let octets = UTF8.encode(folded) else { return nil }
                for octet in octets {
                    buffer[count] = octet
                    count += 1
                }
            }
        }
        return count
    }
}
