import AccountFlowTesting
import Domain
import Networking
import Testing

/// The promises of a server and its description together.
///
/// Each function uses an account of its own. An operation that the description lacks fails as “not offered”.
struct DescriptionContract {
    let service: RemoteAccountService

    /// Whether a sign-out leaves the account's other sessions.
    ///
    /// Servers with one token for each account, or with stateless tokens, end all or none.
    var endsOneSession = true

    /// Creates an account, if the description has no sign-up.
    var register: ((Registration) async throws -> Void)?

    /// Ends all access tokens, as their expiry would; nil if the server cannot.
    var expireTokens: (() async throws -> Void)?

    /// The account of the contract.
    let id: AccountID = .stub("kim\(UInt64.random(in: 0 ... .max))@example.com")

    private let password = Password("korrekt-pferd-1")

    /// Signs up, and signs in; a taken ID and a wrong password are refused.
    @discardableResult
    func signUp() async throws -> Session {
        let registration = Registration(id: id, password: password, profile: Profile())
        guard service.offers(.signUp) else {
            await #expect(throws: RegistrationError.service(.notOffered)) {
                try await service.register(registration)
            }
            try await register?(registration)
            await expectWrongPasswordRefused()
            return try await signIn(password)
        }
        if let authentication = try await service.register(registration).authentication {
            #expect(authentication.accountID == id)
        }
        await #expect(throws: RegistrationError.duplicateAccount) { try await service.register(registration) }
        await expectWrongPasswordRefused()
        return try await signIn(password)
    }

    private func expectWrongPasswordRefused() async {
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(id, password: Password("wrong"))
        }
    }

    private func signIn(_ password: Password) async throws -> Session {
        let authentication = try await service.authenticate(id, password: password).get()
        return .stub(
            accountID: id,
            profile: authentication.profile,
            tokens: authentication.tokens,
            serverKey: authentication.serverKey
        )
    }

    /// Runs an operation; its failure must be “not offered” if the description lacks it.
    private func ifOffered(_ action: AccountAction, _ operation: () async throws -> Void) async throws {
        if service.offers(action) { return try await operation() }
        do {
            try await operation()
            Issue.record("\(action) is offered")
        } catch let failure as AccountServiceFailure {
            #expect(failure == .notOffered)
        } catch UpdateProfileError.service(let failure) {
            #expect(failure == .notOffered)
        }
    }

    /// Expects that a session has ended, as far as the server can be asked.
    private func expectEnd(of session: Session) async {
        await #expect(throws: AccountServiceFailure.tokenRefused) {
            if service.offers(.whoAmI) {
                _ = try await service.owner(of: session)
            } else {
                _ = try await service.refresh(session)
            }
        }
    }

    /// Expects that a session is valid, as far as the server can be asked.
    private func expectOwner(of session: Session) async throws {
        try await ifOffered(.whoAmI) {
            let owner = try await service.owner(of: session)
            #expect(owner.accountID == id)
        }
    }

    /// Returns the owner of a session, and none of a forged one; after the sign-out, the session has ended.
    func checkSession() async throws {
        let session = try await signUp()
        try await ifOffered(.whoAmI) {
            let owner = try await service.owner(of: session)
            #expect(owner.accountID == id)
            await expectEnd(of: .stub(accountID: id, token: AccessToken("forged"), serverKey: session.serverKey))
        }
        try await ifOffered(.signOut) {
            let other = try await signIn(password)
            try await service.revoke(session, scope: .thisDevice)
            await expectEnd(of: session)
            if endsOneSession { try await expectOwner(of: other) }
        }
        let (first, second) = (try await signIn(password), try await signIn(password))
        try await ifOffered(.signOutOtherDevices) {
            try await service.revoke(first, scope: .otherDevices)
            await expectEnd(of: second)
            try await expectOwner(of: first)
        }
        try await ifOffered(.signOutEverywhere) {
            let third = try await signIn(password)
            try await service.revoke(first, scope: .everywhere)
            await expectEnd(of: first)
            await expectEnd(of: third)
        }
    }

    /// Replaces both tokens; the old refresh token, if there is one, is refused.
    func checkRefresh() async throws {
        let old = try await signUp()
        try await ifOffered(.refresh) {
            let tokens = try await service.refresh(old)
            #expect(tokens.access != old.tokens.access)
            try await expectOwner(of: old.with(tokens))
            guard old.tokens.refresh != nil else { return }
            #expect(tokens.refresh != old.tokens.refresh)
            await #expect(throws: AccountServiceFailure.tokenRefused) { try await service.refresh(old) }
        }
    }

    /// Refreshes a session whose access token has expired, or signs in again if that is not offered.
    func checkExpiry() async throws {
        let old = try await signUp()
        guard let expireTokens else { return }
        try await expireTokens()
        if service.offers(.whoAmI) { await expectEnd(of: old) }
        if service.offers(.refresh), old.tokens.refresh == nil {
            // An expired token cannot replace itself.
            await #expect(throws: AccountServiceFailure.tokenRefused) { try await service.refresh(old) }
        } else {
            try await ifOffered(.refresh) { try await expectOwner(of: old.with(try await service.refresh(old))) }
        }
        try await expectOwner(of: try await signIn(password))
    }

    /// Changes the password with the current one.
    func checkPassword() async throws {
        let session = try await signUp()
        let new = Password("neues-pferd-2")
        guard service.offers(.changePassword) else {
            await #expect(throws: AuthenticationError.service(.notOffered)) {
                try await service.changePassword(of: session, from: password, to: new)
            }
            return
        }
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.changePassword(of: session, from: Password("wrong"), to: new)
        }
        _ = try await service.changePassword(of: session, from: password, to: new)
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(id, password: password)
        }
        _ = try await signIn(new)
        try await ifOffered(.requestPasswordReset) { try await service.requestPasswordReset(for: id) }
    }

    /// Changes the profile.
    func checkProfile() async throws {
        let session = try await signUp()
        let changes = Profile(
            nickname: try Nickname("Kimmy"),
            name: try PersonName("Kim"),
            email: try EmailAddress("new@example.com")
        )
        try await ifOffered(.updateProfile) {
            let base = service.offers(.whoAmI) ? try await service.owner(of: session).profile : session.profile
            let profile = try await service.updateProfile(
                of: session,
                ProfileEdit(of: base, to: changes)
            )
            #expect(profile == changes)
        }
    }

    /// Deletes the account, with the password if the server requires it.
    func checkDeletion() async throws {
        let session = try await signUp()
        try await ifOffered(.deleteAccount) {
            if service.deletionNeedsPassword {
                await #expect(throws: AccountServiceFailure.self) {
                    try await service.deleteAccount(of: session, password: Password("wrong"))
                }
            }
            let isDeleted = try await service.deleteAccount(of: session, password: password)
            #expect(isDeleted)
            await #expect(throws: AuthenticationError.invalidCredentials) {
                try await service.authenticate(id, password: password)
            }
        }
    }

    /// Checks all of the above.
    func check() async throws {
        try await checkSession()
        // Each of these has an account of its own.
        try await other.checkRefresh()
        try await other.checkExpiry()
        try await other.checkPassword()
        try await other.checkProfile()
        try await other.checkDeletion()
    }

    /// The contract with another account.
    private var other: DescriptionContract {
        DescriptionContract(
            service: service,
            endsOneSession: endsOneSession,
            register: register,
            expireTokens: expireTokens
        )
    }
}
