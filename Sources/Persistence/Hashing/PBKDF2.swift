import Domain

#if canImport(CommonCrypto)
import CommonCrypto
#endif

/// The key derivation function PBKDF2 of RFC 8018 section 5.2, with HMAC-SHA-256.
package enum PBKDF2 {
    /// Derives a key with the system's implementation, or else with ``portableKey(from:salt:iterations:count:)``;
    /// returns nil if the system fails.
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

    /// Derives a key of `count` bytes in Swift, with at least one iteration.
    package static func portableKey(from password: SecretBytes, salt: [UInt8], iterations: Int, count: Int) -> [UInt8] {
        let hmac = password.withBytes { HMAC<SHA256>(key: $0, erase: SecretBytes.erase) }
        var key: [UInt8] = []
        var block: UInt32 = 0
        while key.count < count {
            block += 1
            let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: block >> $0) }
            key += SHA256.bytes(of: words(hmac, hmac.words(for: salt + number), iterations: iterations))
        }
        return Array(key.prefix(count))
    }

    /// Runs the remaining iterations and combines all of them.
    ///
    /// Each iteration hashes two blocks, of which only the first half changes.
    private static func words(_ hmac: HMAC<SHA256>, _ first: SHA256.Words, iterations: Int) -> SHA256.Words {
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

    /// Hashes 32 bytes after a first block of 64.
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
