import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of documents of released versions.
///
/// The fixtures of a release never change.
@Suite struct FixtureTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(arguments: [true, false])
    func `a session of version 1 is read and written`(isIssuedHere: Bool) async throws {
        let bytes = try install("session", variant: isIssuedHere ? "" : "-server")
        let repository = FileSessionRepository(folder: folder)
        let sessions = try makeSessions(isIssuedHere: isIssuedHere)
        #expect(try await repository.load() == sessions)
        #expect(try await repository.active()?.token.revealed == (isIssuedHere ? nil : "00ff"))

        try await repository.clear()
        try await repository.update { $0 = sessions }
        #expect(try Disk.read(folder.path + "/session.json") == bytes)
    }

    @Test func `consents of version 1 are read and written`() async throws {
        let bytes = try install("consents")
        let repository = FileConsentRepository(folder: folder)
        let consents = makeConsents()
        #expect(try await repository.all() == consents)

        try Disk.remove(folder.path + "/consents.json")
        try await repository.record(consents)
        #expect(try Disk.read(folder.path + "/consents.json") == bytes)
    }

    @Test func `sign-in attempts of version 1 are read and written`() async throws {
        let bytes = try install("attempts")
        let repository = FileAttemptRepository(folder: folder)
        let attempts = SignInAttempts(
            accounts: [
                AccountTag(.stub("Hong.Gil@Example.com")): .init(failures: 4, since: .stub),
                AccountTag(.stub("kim2026")): .init(failures: 3, since: .stub + 1),
            ],
            overall: .init(failures: 7, since: .stub)
        )
        #expect(try await repository.update { $0 } == attempts)

        try Disk.remove(folder.path + "/attempts.json")
        try await repository.update { $0 = attempts }
        #expect(try Disk.read(folder.path + "/attempts.json") == bytes)
    }

    @Test func `pending operations of version 1 are read and written`() async throws {
        let bytes = try install("pending-operations")
        let repository = FilePendingOperationRepository(folder: folder)
        let id = AccountID.stub("Hong.Gil@Example.com")
        let operations = [
            PendingOperation(action: .register, accountID: id, key: "0f", begunAt: .stub),
            PendingOperation(action: .deleteAccount, accountID: .stub("kim2026"), key: "1f", begunAt: .stub + 1),
        ]
        #expect(try await repository.pending() == operations)

        try Disk.remove(folder.path + "/pending-operations.json")
        for operation in operations { _ = try await repository.begin(operation, forgettingBefore: .stub) }
        #expect(try Disk.read(folder.path + "/pending-operations.json") == bytes)
    }

    /// Copies a fixture into the folder.
    private func install(_ name: String, variant: String = "") throws -> [UInt8] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures")
        let bytes = Array(try Data(contentsOf: fixtures.appending(path: "\(name)-v1\(variant).json")))
        try Disk.makeFolder(folder.path)
        try Disk.write(bytes, to: folder.path + "/\(name).json")
        return bytes
    }

    /// One session; with a server also another one, a sign-out that is pending, and a claim.
    private func makeSessions(isIssuedHere: Bool) throws -> StoredSessions {
        let session = try makeSession(isIssuedHere: isIssuedHere).touched(at: .stub + 60)
        guard !isIssuedHere else { return StoredSessions(session) }
        let tokens = TokenSet(AccessToken("01ff"), refresh: RefreshToken("02ff"), refreshExpiresAt: .stub + 900)
        let second = Session.stub(id: .stub("second"), accountID: .stub("kim2026"), tokens: tokens, serverKey: "7")
        let ended = Session.stub(id: .stub("third"), token: AccessToken("03ff"))
        return try #require(
            StoredSessions(
                [second, session],
                activeID: session.id,
                signOuts: [PendingSignOut(ended, everywhere: true, signedOutAt: .stub + 90)],
                claims: [second.id: .stub + 120]
            )
        )
    }

    private func makeSession(isIssuedHere: Bool) throws -> Session {
        Session(
            id: try #require(SessionID(digits: "101112131415161718191a1b1c1d1e1f")),
            accountID: .stub("Hong.Gil@Example.com"),
            registrationID: isIssuedHere ? RegistrationID(digits: "000102030405060708090a0b0c0d0e0f") : nil,
            profile: try makeProfile(),
            tokens: isIssuedHere
                ? TokenSet(AccessToken(issuedHere: "00ff"))
                : TokenSet(AccessToken("00ff"), accessExpiresAt: .stub + 600),
            startedAt: .stub,
            expiresAt: .stub + 3600,
            isRemembered: true
        )
    }

    private func makeConsents() -> [Consent] {
        let terms = ConsentDocument(name: "auto-login-terms", version: 3)
        let privacy = ConsentDocument(name: "개인정보", version: 1)
        return [
            Consent(accountID: .stub("Hong.Gil@Example.com"), document: terms, agreedAt: .stub),
            Consent(accountID: .stub("Hong.Gil@Example.com"), document: privacy, agreedAt: .stub + 1),
            Consent(accountID: .stub("kim2026"), document: terms, agreedAt: .stub - 1),
        ]
    }

    private func makeProfile() throws -> Profile {
        Profile(
            nickname: try Nickname("길동 🙂"),
            name: try PersonName("홍길동"),
            email: try EmailAddress("hong@example.com"),
            phone: try PhoneNumber("010-1234-5678")
        )
    }
}
