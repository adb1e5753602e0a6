import Domain

#if canImport(CommonCrypto)
import CommonCrypto
#endif

/// The key derivation function PBKDF2 of RFC 8018 section 5.2, with HMAC-SHA-256.
package enum PBKDF2 {
    /// Derives a key, with the implementation of the system where it has one.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: The salt.
    ///   - iterations: How often to hash, at least once.
    ///   - count: The size of the key in bytes.
    /// - Returns: The key, or nil where the system refuses.
    package static func key(from password: SecretBytes, salt: [UInt8], iterations: Int, count: Int) -> [UInt8]? {
        #if canImport(CommonCrypto)
        var key = [UInt8](repeating: 0, count: count)
        let status = password.withBytes { bytes in
            CCKeyDerivationPBKDF(
                CCPBKDFAlgorithm(kCCPBKDF2),
                bytes.bindMemory(to: CChar.self).baseAddress,
                bytes.count,
                salt,
                salt.count,
                CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256),
                UInt32(iterations),
                &key,
                count
            )
        }
        return status == kCCSuccess ? key : nil
        #else
        return portableKey(from: password, salt: salt, iterations: iterations, count: count)
        #endif
    }

    /// Derives a key with no code but ours.
    package static func portableKey(
        from password: SecretBytes,
        salt: [UInt8],
        iterations: Int,
        count: Int
    ) -> [UInt8] {
        let hmac = password.withBytes(HMACSHA256.init(key:))
        var key: [UInt8] = []
        var block: UInt32 = 0
        while key.count < count {
            block += 1
            let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: block >> $0) }
            key += SHA256.bytes(of: words(hmac, hmac.words(for: salt + number), iterations: iterations))
        }
        return Array(key.prefix(count))
    }

    /// Goes on from the first iteration and adds up all of them.
    ///
    /// Each is two blocks of which only the first half changes, and that is what is written here.
    private static func words(_ hmac: HMACSHA256, _ first: SHA256.Words, iterations: Int) -> SHA256.Words {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: SHA256.scheduleWords) { schedule in
            defer { SecretBytes.erase(UnsafeMutableRawBufferPointer(schedule)) }
            var (last, sum) = (first, first)
            for _ in 1..<max(iterations, 1) {
                last = half(last, after: hmac.inner, schedule)
                last = half(last, after: hmac.outer, schedule)
                sum ^= last
            }
            return sum
        }
    }

    /// Hashes 32 bytes behind a first block of 64.
    private static func half(
        _ words: SHA256.Words,
        after state: SHA256.Words,
        _ schedule: UnsafeMutableBufferPointer<UInt32>
    ) -> SHA256.Words {
        var state = state
        for place in 0..<8 { schedule[place] = words[place] }
        schedule[8] = 0x8000_0000
        for place in 9..<15 { schedule[place] = 0 }
        schedule[15] = 96 * 8
        SHA256.compress(&state, schedule)
        return state
    }
}
