/// Base 64 by RFC 4648 section 4 without padding, as the PHC string format has it.
enum Base64Digits {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Spells bytes.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[bits >> count & 63])
            }
        }
        if count > 0 { text.append(digits[bits << (6 - count) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads exactly so many bytes, or nothing; bits that are left over are not looked at.
    static func bytes(of text: some Collection<UInt8>, count: Int) -> [UInt8]? {
        guard text.count == (count * 8 + 5) / 6 else { return nil }
        var bytes: [UInt8] = []
        var (bits, bitCount) = (0, 0)
        for letter in text {
            guard let digit = digits.firstIndex(of: letter) else { return nil }
            bits = (bits << 6 | digit) & 0xFFFF
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        return bytes
    }
}
