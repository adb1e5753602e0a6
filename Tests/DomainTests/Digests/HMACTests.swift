import Domain
import TestSupport
import Testing

/// Tests of HMAC with the vectors of RFC 2202 and RFC 4231, without those of a truncated code.
struct HMACTests {
    /// A key, a message, and their codes with SHA-1 and SHA-256, where the RFCs have both for that key.
    struct Vector: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        var sha1: String?
        var sha256: String?
    }

    static let vectors = [
        Vector(
            key: [UInt8](repeating: 0x0b, count: 20),
            message: Array("Hi There".utf8),
            sha1: "b617318655057264e28bc0b6fb378c8ef146be00",
            sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        Vector(
            key: Array("Jefe".utf8),
            message: Array("what do ya want for nothing?".utf8),
            sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
            sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 20),
            message: [UInt8](repeating: 0xdd, count: 50),
            sha1: "125d7342b9ac11cd91a39af48aa17b4f63f175d3",
            sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Vector(
            key: Array(1...25),
            message: [UInt8](repeating: 0xcd, count: 50),
            sha1: "4c9007f4026250c6bc8414f9bf50c86c2d7235da",
            sha256: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 80),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            sha1: "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 80),
            message: Array("Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            sha1: "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 131),
            message: Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8
            ),
            sha256: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors)
    func `a published key and message have their published code`(vector: Vector) {
        if let code = vector.sha1 { #expect(HMAC<SHA1>(key: vector.key).code(for: vector.message).hexadecimal == code) }
        guard let code = vector.sha256 else { return }
        #expect(HMAC<SHA256>(key: vector.key).code(for: vector.message).hexadecimal == code)
    }

    @Test func `C13 memory that has contained the key is erased`() {
        var erased: [Int] = []
        _ = HMAC<SHA256>(key: [1, 2, 3], erase: { erased.append($0.count) })
        // The schedules of both paddings, and the padded key.
        #expect(erased == [256, 256, 64])
    }
}
