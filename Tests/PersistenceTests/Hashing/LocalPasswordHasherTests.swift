import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of hashing with the libcrypt of the system, if it has one.
@Suite(.enabled(if: CryptLibrary.find() != nil))
struct LocalPasswordHasherTests {
    private let hasher = LocalPasswordHasher(cost: .minimal)

    @Test(arguments: [
        "password1", "", " ", "비밀번호 🙂 \u{202E}\u{10FFFF}", "👨‍👩‍👧 \u{0378} سر",
        String(repeating: "가", count: 170),
    ])
    func `C1 C3 a password is verified by its own hash only`(_ text: String) async throws {
        let passwordHash = try await hasher.hash(Password(text))
        #expect(try await hasher.verify(Password(text), against: passwordHash))
        for other in [text + " ", " " + text, text + "x", String(text.dropLast()) + "~"] where other.utf8.count <= 511 {
            #expect(try await !hasher.verify(Password(other), against: passwordHash))
        }
    }

    @Test(arguments: zip(HashingCost.allCases, ["$y$jBT$", "$y$jCT$", "$y$j75$"]))
    func `a hash contains its algorithm and cost`(_ cost: HashingCost, _ prefix: String) async throws {
        let hasher = LocalPasswordHasher(cost: cost)
        let hash = try await hasher.hash(Password("password1")).revealed
        #expect(hash.hasPrefix(prefix))
        #expect(hash.utf8.count == 73)
        #expect(!hash.contains("password1"))
        // Verification uses the cost of the stored hash, not that of the hasher.
        #expect(try await self.hasher.verify(Password("password1"), against: PasswordHash(hash)))
    }

    @Test func `a hash from another implementation is verified`() async throws {
        // Made by Perl's `crypt` from `password1` and a fixed salt.
        let passwordHash = PasswordHash(Self.knownHash)
        #expect(try await hasher.verify(Password("password1"), against: passwordHash))
        #expect(try await !hasher.verify(Password("password2"), against: passwordHash))
    }

    @Test func `every hash has a different salt`() async throws {
        var hashes: Set<PasswordHash> = []
        for _ in 0..<50 { hashes.insert(try await hasher.hash(Password("password1"))) }
        let salts = Set(hashes.map { String($0.revealed.dropFirst(7).prefix(22)) })
        #expect(salts.count == 50)
    }

    @Test func `C3 composed and decomposed spellings are the same password`() async throws {
        let (composed, decomposed) = ("caf\u{E9} \u{AC01}", "cafe\u{301} \u{1100}\u{1161}\u{11A8}")
        let passwordHash = try await hasher.hash(Password(composed))
        #expect(try await hasher.verify(Password(decomposed), against: passwordHash))
        #expect(try await hasher.verify(Password(composed), against: try await hasher.hash(Password(decomposed))))
        #expect(try await !hasher.verify(Password("cafe \u{AC01}"), against: passwordHash))
    }

    @Test func `C3 passwords are case-sensitive`() async throws {
        let passwordHash = try await hasher.hash(Password("Password1"))
        #expect(try await !hasher.verify(Password("password1"), against: passwordHash))
    }

    @Test func `simultaneous calls do not affect each other`() async throws {
        let hasher = hasher
        try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask {
                    let passwordHash = try await hasher.hash(Password("password\(number)"))
                    #expect(try await hasher.verify(Password("password\(number)"), against: passwordHash))
                    #expect(try await !hasher.verify(Password("password\(number + 1)"), against: passwordHash))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `C1 ten thousand variations of a password are all rejected`() async throws {
        let passwordHash = try await hasher.hash(Password("abc"))
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        var accepted: [String] = []
        for number in 0..<10_000 {
            // Most variants contain a NUL, at which a C string would end.
            let stop = number.isMultiple(of: 32) ? "" : "\0"
            let noise = String(
                (0...Int.random(in: 0...8, using: &generator)).map { _ in
                    Character(Unicode.Scalar(UInt8.random(in: 1...127, using: &generator)))
                }
            )
            let variants = ["abc\(stop)\(noise)", "\(noise)\(stop)abc", "abc\(stop)"]
            let variant = variants[stop.isEmpty ? number / 32 % 2 : number % 3]
            do throws(PasswordHashingError) {
                if try await hasher.verify(Password(variant), against: passwordHash) { accepted.append(variant) }
            } catch {
                guard case .unacceptable(.containsControlCharacter) = error else {
                    accepted.append("\(error)"); continue
                }
            }
        }
        #expect(accepted == [], "seed \(seed)")
    }

    #if os(Linux)
    @Test(arguments: [10_000_000, 100_000_000])
    func `C2 the rejection of a huge password needs less memory than the password`(_ bytes: Int) async {
        await #expect(processExitsWith: .success) { [bytes] in
            let hasher = LocalPasswordHasher(cost: .minimal)
            func refuse(_ bytes: Int) async throws -> Int {
                let password = Password(
                    String(unsafeUninitializedCapacity: bytes) { buffer in
                        buffer.initialize(repeating: UInt8(ascii: "x"))
                        return bytes
                    }
                )
                let before = try MemoryUse.peak()
                await #expect(throws: PasswordHashingError.self) { try await hasher.hash(password) }
                await #expect(throws: PasswordHashingError.self) { try await hasher.simulateVerification(of: password) }
                await #expect(throws: PasswordHashingError.self) {
                    try await hasher.verify(password, against: PasswordHash(Self.knownHash))
                }
                return try MemoryUse.peak() - before
            }
            // The first round allocates the memory that later rounds reuse.
            _ = try await refuse(512)
            #expect(try await refuse(bytes) < bytes)
        }
    }

    @Test func `C13 T7 the bytes of a password are erased from memory when its secret is released`() async {
        await #expect(processExitsWith: .success) {
            let canary = "canary-" + String(UInt64.random(in: .min ... .max), radix: 36) + "-behind"
            let needle = Array(canary.utf8)
            // There are many copies, because released memory is soon reused.
            var secrets = (0..<64).map { _ in SecretBytes(canary) }
            let held = try MemoryUse.occurrences(of: needle)
            #expect(secrets.allSatisfy { $0.withBytes(\.count) == needle.count })
            secrets = []
            #expect(try MemoryUse.occurrences(of: needle) == held - 64)
        }
    }

    @Test func `C14 two hundred simultaneous calls need little more memory than the running ones`() async {
        // In a process of its own, because the peak of this process includes all other tests.
        await #expect(processExitsWith: .success) {
            let hasher = LocalPasswordHasher(cost: .standard)
            let before = try MemoryUse.peak()
            await withTaskGroup { group in
                for _ in 0..<200 {
                    // Most calls fail as busy.
                    group.addTask { _ = try? await hasher.hash(Password("password1")) }
                }
            }
            let mebibyte = 1 << 20
            let bound = (LocalPasswordHasher.width * 64 + 32) * mebibyte
            let used = try MemoryUse.peak() - before
            #expect((64 * mebibyte..<bound).contains(used))
        }
    }
    #endif

    private static let knownHash = "$y$j75$KZsN3bpzH1vJ0Ug1WbKqv1$Q3OOJBUdz0RA9PDm9a/tS0G6qhI.dNCWCU4IRaDoIUB"
}
