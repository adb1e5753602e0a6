import AccountFlowTesting
import Domain
import Foundation
import Networking
import Testing

/// The servers that `make test-servers` has started, by the beginning of the name of a description.
private let servers: [String: String] = {
    let pairs = ProcessInfo.processInfo.environment["TEST_SERVERS"]?.split(separator: " ") ?? []
    return Dictionary(
        uniqueKeysWithValues: pairs.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    )
}()

/// Tests of the ready-made descriptions against the real servers, which `make test-servers` starts.
// One after the other: SQLite lets one request write at a time.
@Suite(.serialized, .enabled(if: !servers.isEmpty, "make test-servers starts the servers"))
struct RealServerTests {
    private static let names = ["djoser-token", "djoser-jwt", "fastapi-users-bearer", "fastapi-users-cookie"]

    private let password = Password("korrekt-pferd-1")

    private func service(_ name: String, language: String? = nil) throws -> RemoteAccountService {
        let url = try #require(servers.first { name.hasPrefix($0.key) }?.value)
        return RemoteAccountService(
            api: try ReadyMadeDescriptions.api(name, at: HTTPURL(url)),
            transport: try SystemTransport.make(),
            language: { language }
        )
    }

    private func newID() -> AccountID { .stub("kim\(UInt64.random(in: 0 ... .max))@example.com") }

    private func session(_ id: AccountID, _ service: RemoteAccountService, _ password: Password) async throws -> Session
    {
        let authentication = try await service.authenticate(id, password: password)
        return .stub(
            accountID: id,
            profile: authentication.profile,
            tokens: authentication.tokens,
            serverKey: authentication.serverKey
        )
    }

    /// Runs an operation; its failure must be “not offered” if the description lacks the action.
    private func ifOffered(
        _ action: AccountAction,
        _ service: RemoteAccountService,
        _ operation: () async throws -> Void
    ) async throws {
        if service.offers(action) { return try await operation() }
        do {
            try await operation()
            Issue.record("\(action) is offered")
        } catch let failure as AccountServiceFailure {
            #expect(failure == .remote(.notOffered))
        }
    }

    @Test(arguments: names)
    func `a user signs up, signs in and out, and a taken ID or a wrong password is refused`(name: String) async throws {
        let service = try service(name)
        let id = newID()
        let registration = Registration(id: id, password: password, profile: Profile())
        let first = try await service.register(registration)
        #expect(first.authentication?.accountID == id)
        await #expect(throws: RegistrationError.duplicateAccount) { try await service.register(registration) }
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(id, password: Password("wrong"))
        }
        let session = try await session(id, service, password)
        #expect(try await service.owner(of: session).accountID == id)
        let forged = Session.stub(accountID: id, token: AccessToken("forged"))
        await #expect(throws: AccountServiceFailure.remote(.tokenRefused)) { try await service.owner(of: forged) }
        try await ifOffered(.signOut, service) {
            try await service.signOut(session)
            await #expect(throws: AccountServiceFailure.remote(.tokenRefused)) { try await service.owner(of: session) }
        }
    }

    @Test(arguments: names)
    func `a rejected password has the messages of the server in the user's language`(name: String) async throws {
        for (language, isTranslated) in [("en", false), ("ko", name.hasPrefix("djoser"))] {
            let service = try service(name, language: language)
            let registration = Registration(id: newID(), password: Password("1"), profile: Profile())
            let error = await #expect(throws: RegistrationError.self) { try await service.register(registration) }
            guard case .service(.remote(.refused(let refusal))) = error else {
                Issue.record("the password is not refused")
                continue
            }
            #expect(refusal.fields == [.password])
            #expect(!refusal.texts.isEmpty)
            #expect(refusal.texts.joined().utf8.contains { $0 > 0x7F } == isTranslated, "\(refusal.texts)")
        }
    }

    @Test(arguments: names.filter { $0.hasPrefix("djoser") })
    func `a taken ID is recognized in another language`(name: String) async throws {
        let registration = Registration(id: newID(), password: password, profile: Profile())
        _ = try await service(name).register(registration)
        let korean = try service(name, language: "ko")
        await #expect(throws: RegistrationError.duplicateAccount) { try await korean.register(registration) }
    }

    @Test(arguments: names)
    func `a refresh token is used once`(name: String) async throws {
        let service = try service(name)
        let id = newID()
        _ = try await service.register(Registration(id: id, password: password, profile: Profile()))
        let old = try await session(id, service, password)
        try await ifOffered(.refresh, service) {
            let tokens = try await service.refresh(old)
            #expect(tokens.access != old.tokens.access)
            #expect(tokens.refresh != old.tokens.refresh)
            let new = Session.stub(accountID: id, tokens: tokens)
            #expect(try await service.owner(of: new).accountID == id)
            await #expect(throws: AccountServiceFailure.remote(.tokenRefused)) { try await service.refresh(old) }
        }
    }

    @Test(arguments: names)
    func `a password is changed with the current one`(name: String) async throws {
        let service = try service(name)
        let id = newID()
        _ = try await service.register(Registration(id: id, password: password, profile: Profile()))
        let mine = try await session(id, service, password)
        let new = Password("neues-pferd-2")
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.changePassword(of: mine, from: Password("wrong"), to: new)
        }
        #expect(try await service.changePassword(of: mine, from: password, to: new) == nil)
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(id, password: password)
        }
        _ = try await session(id, service, new)
        try await service.requestPasswordReset(for: id)
    }

    @Test(arguments: names)
    func `a profile is changed, and an account is deleted with its password`(name: String) async throws {
        let service = try service(name)
        let id = newID()
        _ = try await service.register(Registration(id: id, password: password, profile: Profile()))
        let mine = try await session(id, service, password)
        try await ifOffered(.updateProfile, service) {
            let changes = Profile(email: try EmailAddress("new@example.com"))
            #expect(try await service.updateProfile(of: mine, changes).email == changes.email)
            #expect(try await service.owner(of: mine).profile.email == changes.email)
        }
        let (needsPassword, isOffered) = (service.deletionNeedsPassword, service.offers(.deleteAccount))
        #expect(needsPassword == isOffered)
        try await ifOffered(.deleteAccount, service) {
            await #expect(throws: AccountServiceFailure.self) {
                try await service.deleteAccount(of: mine, password: Password("wrong"))
            }
            let isDeleted = try await service.deleteAccount(of: mine, password: password)
            #expect(isDeleted)
            await #expect(throws: AuthenticationError.invalidCredentials) {
                try await service.authenticate(id, password: password)
            }
        }
    }
}
