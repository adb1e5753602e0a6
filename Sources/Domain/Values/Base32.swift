/// The encoding Base32 of RFC 4648 section 6, without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns the text of bytes, in upper-case letters and digits.
    package static func text(of bytes: some Collection<UInt8>) -> String {
        var (text, buffer, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for byte in bytes {
            (buffer, bits) = (buffer << 8 | UInt32(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text; nil unless it is exactly the one that ``text(of:)`` returns for them.
    package static func bytes(of text: String) -> [UInt8]? {
        var (bytes, buffer, bits): ([UInt8], UInt32, UInt32) = ([], 0, 0)
        for letter in text.utf8 {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            (buffer, bits) = (buffer << 5 | UInt32(value), bits + 5)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
        }
        // A whole letter, or bits that are not zero, belong to no byte.
        guard bits < 5, buffer & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }
}
