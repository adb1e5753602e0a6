import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// The contents of the fixture `accounts-v1.store`, which never changes.
///
/// Its checkpoint has an account with every combination of profile fields. Its journal inserts, replaces and deletes
/// one account each.
enum StoreFixture {
    static func bytes() throws -> [UInt8] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
        return Array(try Data(contentsOf: fixtures.appending(path: "accounts-v1.store")))
    }

    /// Returns the accounts of the checkpoint.
    static func inCheckpoint() throws -> [Account] {
        try (0..<16).map(inCheckpoint)
    }

    private static func inCheckpoint(_ shape: Int) throws -> Account {
        let profile = Profile(
            nickname: shape & 1 == 0 ? nil : try Nickname("길동 👩‍👩‍👧‍👦"),
            name: shape & 2 == 0 ? nil : try PersonName("Jose\u{301} \"Gil\\dong\" / O'Hong"),
            email: shape & 4 == 0 ? nil : try EmailAddress("Hong.Gil+Dong@example.co.kr"),
            phone: shape & 8 == 0 ? nil : try PhoneNumber("+82 (10) 1234-5678")
        )
        // Every other ID has an upper-case letter, so that its canonical form differs.
        let id = try AccountID("\(shape % 2 == 0 ? "shape" : "Shape")\(shape)@example.com")
        let seconds = 785_000_000.123_456_7 - Double(shape) * 1e8
        return Account(
            id: id,
            registrationID: try registrationID(shape),
            profile: profile,
            passwordHash: PasswordHash(passwordHashes[shape % 3]),
            createdAt: Date(timeIntervalSinceReferenceDate: seconds)
        )
    }

    /// Returns an identity whose 16 bytes are in ascending order from a number.
    private static func registrationID(_ number: Int) throws -> RegistrationID {
        let digits = (0..<16).map { String(UInt8(number + $0) | 0x80, radix: 16) }.joined()
        return try #require(RegistrationID(digits: digits))
    }

    static func inserted() throws -> Account {
        Account(
            id: try AccountID("김철수"),
            registrationID: try registrationID(16),
            profile: Profile(nickname: try Nickname("철수")),
            passwordHash: PasswordHash(passwordHashes[0]),
            createdAt: .stub
        )
    }

    static func replacement() throws -> Account {
        let old = try inCheckpoint()[5]
        return Account(
            id: old.id,
            registrationID: old.registrationID,
            profile: Profile(name: try PersonName("홍길동")),
            passwordHash: PasswordHash("replaced"),
            createdAt: old.createdAt
        )
    }

    static func deletedID() throws -> AccountID { try AccountID("shape10@example.com") }

    /// Returns all accounts in the order of their IDs.
    static func accounts() throws -> [Account] {
        let (replacement, deleted) = (try replacement(), try deletedID())
        return
            (try inCheckpoint().filter { $0.id != deleted && $0.id != replacement.id }
            + [replacement, try inserted()]).sorted { $0.id < $1.id }
    }

    /// A password hash in the format of yescrypt, a short one, and one whose length is encoded in two bytes.
    private static let passwordHashes = [
        "$y$jBT$KZsN3bpzH1vJ0Ug1WbKqv1$0123456789./ABCDEFGHIJKLMNOPQRSTUVWXYZabcde", "x",
        String(repeating: "long ", count: 40),
    ]
}
