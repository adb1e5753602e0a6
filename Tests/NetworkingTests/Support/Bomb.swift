/// A body that is small on the wire and large once it is unpacked.
enum Bomb {
    /// The head of a file of gzip (RFC 1952 section 2.3).
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// A block of DEFLATE that holds a mebibyte of zeros, in 1,037 bytes; it may follow itself.
    static let megabyte: [UInt8] =
        [0xEC, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0]
        + Array(repeating: 0, count: 1016)
        + [0x3E, 0x03, 0x00, 0x00, 0xFF, 0xFF]
}
