extension [UInt8] {
    /// The bytes in hexadecimal digits, as published test vectors spell them.
    package var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
