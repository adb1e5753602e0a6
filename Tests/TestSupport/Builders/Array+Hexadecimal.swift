extension [UInt8] {
    /// The octets in hexadecimal digits, as published test vectors spell them.
    package var hexadecimal: String {
        map { octet in (octet < 16 ? "0" : "") + String(octet, radix: 16) }.joined()
    }
}
