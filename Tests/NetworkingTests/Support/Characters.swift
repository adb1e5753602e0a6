/// The characters that ASCII has, and what the grammar of HTTP says of them.
enum Characters {
    static let ascii = (0x00...0x7F).map { Unicode.Scalar(UInt8($0)) }

    /// What RFC 9110 section 5.6.2 calls tchar, written down once more.
    static let token = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars
    )
}
