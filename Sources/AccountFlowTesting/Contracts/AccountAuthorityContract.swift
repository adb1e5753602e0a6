public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What every account authority promises, those included that let nobody in by signing up.
public struct AccountAuthorityContract: Sendable {
    private let makeAuthority: @Sendable () async throws -> any AccountAuthority

    /// Creates the contract of one kind of authority.
    ///
    /// - Parameter makeAuthority: Makes an authority without accounts that nobody else uses. It takes the time from the
    ///   clock of the system, and still admits the right password after seven wrong ones in a row.
    public init(makeAuthority: @escaping @Sendable () async throws -> any AccountAuthority) {
        self.makeAuthority = makeAuthority
    }

    /// All that is promised, to be the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            ContractPromise("whoever has registered signs in") { try await $0.registeredSignsIn() },
            ContractPromise("a taken ID is refused and changes nothing") { try await $0.takenIDIsRefused() },
            ContractPromise("spellings of one ID are one account") { try await $0.spellingsAreOneAccount() },
            ContractPromise("of simultaneous registrations of one ID one wins") { try await $0.oneWins() },
            ContractPromise("only the very password signs in") { try await $0.onlyThePasswordSignsIn() },
            ContractPromise("an unknown ID and a wrong password are one error") { try await $0.refusalsAreOne() },
            ContractPromise("a withdrawn account is gone and its ID is free") { try await $0.withdrawnIsGone() },
            ContractPromise("a withdrawal takes one account alone, and does so once") { try await $0.withdrawsOnce() },
            ContractPromise("a session is not of the next account with its ID") { try await $0.nextAccountStays() },
        ]
    }

    func registeredSignsIn() async throws {
        let authority = try await makeAuthority()
        let registration = Self.registration("Kim@x.com")
        let session = try await Self.session(of: registration, at: authority)
        #expect(session.accountID == registration.id)
        #expect(try await authority.recognizes(session))
        let answer = try await authority.authenticate(registration.id, password: registration.password)
        #expect(answer.accountID == registration.id)
    }

    func takenIDIsRefused() async throws {
        let authority = try await makeAuthority()
        let (first, second) = (Self.registration("kim"), Self.registration("kim", password: "password2"))
        _ = try await Self.session(of: first, at: authority)
        await #expect(throws: RegistrationError.self) { try await authority.register(second) }
        _ = try await authority.authenticate(first.id, password: first.password)
        await #expect(throws: AuthenticationError.self) {
            try await authority.authenticate(second.id, password: second.password)
        }
    }

    func spellingsAreOneAccount() async throws {
        let authority = try await makeAuthority()
        for (id, other) in [("Kim@x.com", "kim@X.COM"), ("caf\u{E9}", "cafe\u{301}")] {
            let registration = Self.registration(id)
            _ = try await Self.session(of: registration, at: authority)
            await #expect(throws: RegistrationError.self) { try await authority.register(Self.registration(other)) }
            let answer = try await authority.authenticate(.stub(other), password: registration.password)
            #expect(answer.accountID == registration.id)
        }
    }

    func oneWins() async throws {
        let authority = try await makeAuthority()
        let winners = await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let registration = Self.registration("kim", password: "password of \(number)")
                    do throws(RegistrationError) {
                        _ = try await authority.register(registration)
                        return registration.password as Password?
                    } catch {
                        return error == .registeredSignInRequired ? registration.password : nil
                    }
                }
            }
            return await group.reduce(into: [Password]()) { winners, password in
                if let password { winners.append(password) }
            }
        }
        #expect(winners.count == 1)
        for password in winners { _ = try await authority.authenticate(.stub("kim"), password: password) }
    }

    func onlyThePasswordSignsIn() async throws {
        let authority = try await makeAuthority()
        let registration = Self.registration("kim", password: "password1")
        _ = try await Self.session(of: registration, at: authority)
        for other in ["password2", "qassword1", "Password1", "password", "password1 ", " password1", "password1\0"] {
            await #expect(throws: AuthenticationError.self, "\(other)") {
                try await authority.authenticate(registration.id, password: Password(other))
            }
        }
        _ = try await authority.authenticate(registration.id, password: registration.password)
    }

    func refusalsAreOne() async throws {
        let authority = try await makeAuthority()
        let registration = Self.registration("kim")
        _ = try await Self.session(of: registration, at: authority)
        let wrong = await Self.refusal(of: "kim", at: authority)
        #expect(wrong != nil)
        #expect(await Self.refusal(of: "lee", at: authority) == wrong)
    }

    func withdrawnIsGone() async throws {
        let authority = try await makeAuthority()
        let (first, second) = (Self.registration("kim"), Self.registration("kim", password: "password2"))
        #expect(try await authority.withdraw(Self.session(of: first, at: authority)))
        await #expect(throws: AuthenticationError.self) {
            try await authority.authenticate(first.id, password: first.password)
        }
        _ = try await Self.session(of: second, at: authority)
        await #expect(throws: AuthenticationError.self) {
            try await authority.authenticate(first.id, password: first.password)
        }
    }

    func withdrawsOnce() async throws {
        let authority = try await makeAuthority()
        let other = Self.registration("lee")
        _ = try await Self.session(of: other, at: authority)
        let session = try await Self.session(of: Self.registration("kim"), at: authority)
        #expect(try await authority.withdraw(session))
        #expect(await Self.withdraws(session, at: authority) == false)
        _ = try await authority.authenticate(other.id, password: other.password)
    }

    func nextAccountStays() async throws {
        let authority = try await makeAuthority()
        let registration = Self.registration("kim")
        let session = try await Self.session(of: registration, at: authority)
        try await authority.withdraw(session)
        _ = try await Self.session(of: registration, at: authority)
        #expect(await Self.withdraws(session, at: authority) == false)
        _ = try await authority.authenticate(registration.id, password: registration.password)
    }

    private static func registration(_ id: String, password: String = "password1") -> Registration {
        Registration(id: .stub(id), password: Password(password), profile: Profile(nickname: .stub()))
    }

    /// Registers an account, and signs its owner in where that is not one step.
    private static func session(
        of registration: Registration,
        at authority: any AccountAuthority
    ) async throws -> Session {
        let authentication: Authentication
        do throws(RegistrationError) {
            authentication = try await authority.register(registration)
        } catch {
            guard error == .registeredSignInRequired else { throw error }
            authentication = try await authority.authenticate(registration.id, password: registration.password)
        }
        return Session(authentication, startedAt: .now, isRemembered: true)
    }

    private static func refusal(of id: String, at authority: any AccountAuthority) async -> AuthenticationError? {
        do throws(AuthenticationError) {
            _ = try await authority.authenticate(.stub(id), password: Password("password2"))
            return nil
        } catch {
            return error
        }
    }

    /// Whether a withdrawal says that it deleted an account; a token that is refused deletes nothing.
    private static func withdraws(_ session: Session, at authority: any AccountAuthority) async -> Bool {
        do throws(AuthorityFailure) {
            return try await authority.withdraw(session)
        } catch {
            return false
        }
    }
}
