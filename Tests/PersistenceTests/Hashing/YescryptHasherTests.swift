import Domain
import Persistence
import TestSupport
import Testing

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Hashing with the libcrypt of the system, where there is one.
@Suite(.enabled(if: CryptLibrary.find() != nil)) struct YescryptHasherTests {
    private let hasher = YescryptHasher(cost: .minimal)

    @Test(arguments: ["password1", "", " ", "비밀번호 🙂 \u{202E}\u{10FFFF}", String(repeating: "가", count: 170)])
    func `a password is verified by its own hash only`(_ text: String) async throws {
        let credential = try await hasher.hash(Password(text))
        #expect(try await hasher.verify(Password(text), against: credential))
        for other in [text + " ", " " + text, text + "x", String(text.dropLast()) + "~"] where other.utf8.count <= 511 {
            #expect(try await !hasher.verify(Password(other), against: credential))
        }
    }

    @Test(arguments: zip(YescryptHasher.Cost.allCases, ["$y$jBT$", "$y$jCT$", "$y$j75$"]))
    func `a hash says how it was made`(_ cost: YescryptHasher.Cost, _ prefix: String) async throws {
        let hasher = YescryptHasher(cost: cost)
        let hash = try await hasher.hash(Password("password1")).revealed
        #expect(hash.hasPrefix(prefix))
        #expect(hash.utf8.count == 73)
        #expect(!hash.contains("password1"))
        // The cost of the stored hash counts, not that of the hasher.
        #expect(try await self.hasher.verify(Password("password1"), against: Credential(hash)))
    }

    @Test func `a known hash is verified`() async throws {
        // Made by crypt of Perl, from `password1` and a salt of our choice.
        let credential = Credential(Self.knownHash)
        #expect(try await hasher.verify(Password("password1"), against: credential))
        #expect(try await !hasher.verify(Password("password2"), against: credential))
    }

    @Test func `salts differ`() async throws {
        var hashes: Set<Credential> = []
        for _ in 0..<50 { hashes.insert(try await hasher.hash(Password("password1"))) }
        #expect(Set(hashes.map { $0.revealed.dropFirst(7).prefix(22) }).count == 50)
    }

    @Test func `spellings of one text are one password`() async throws {
        let (composed, decomposed) = ("caf\u{E9} \u{AC01}", "cafe\u{301} \u{1100}\u{1161}\u{11A8}")
        let credential = try await hasher.hash(Password(composed))
        #expect(try await hasher.verify(Password(decomposed), against: credential))
        #expect(try await hasher.verify(Password(composed), against: try await hasher.hash(Password(decomposed))))
        #expect(try await !hasher.verify(Password("cafe \u{AC01}"), against: credential))
    }

    @Test func `case matters`() async throws {
        let credential = try await hasher.hash(Password("Password1"))
        #expect(try await !hasher.verify(Password("password1"), against: credential))
    }

    @Test func `simultaneous calls do not mix`() async throws {
        let hasher = hasher
        try await withThrowingTaskGroup { group in
            for number in 0..<32 {
                group.addTask {
                    let credential = try await hasher.hash(Password("password\(number)"))
                    #expect(try await hasher.verify(Password("password\(number)"), against: credential))
                    #expect(try await !hasher.verify(Password("password\(number + 1)"), against: credential))
                }
            }
            try await group.waitForAll()
        }
    }

    private static let knownHash = "$y$j75$KZsN3bpzH1vJ0Ug1WbKqv1$Q3OOJBUdz0RA9PDm9a/tS0G6qhI.dNCWCU4IRaDoIUB"
}
