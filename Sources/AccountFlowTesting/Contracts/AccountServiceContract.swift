public import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract of every account service, whether or not a registration signs its owner in.
///
/// A new service has no accounts, uses the system clock, and accepts the correct password after seven wrong ones.
public typealias AccountServiceContract = Contract<any AccountService>

extension AccountServiceContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("a registered account signs in") { service in
                let registration = Self.registration("Kim@x.com")
                let session = try await Self.session(of: registration, at: service)
                #expect(session.accountID == registration.id)
                #expect(try await service.recognizes(session))
                let outcome = try await service.authenticate(registration.id, password: registration.password)
                #expect(try outcome.get().accountID == registration.id)
            },
            promise("a taken ID is refused and changes nothing") { service in
                let (first, second) = (Self.registration("kim"), Self.registration("kim", password: "password2"))
                _ = try await Self.session(of: first, at: service)
                await #expect(throws: RegistrationError.self) { try await service.register(second) }
                _ = try await service.authenticate(first.id, password: first.password)
                await #expect(throws: AuthenticationError.self) {
                    try await service.authenticate(second.id, password: second.password)
                }
            },
            promise("spellings of one ID are one account") { service in
                for (id, other) in [("Kim@x.com", "kim@X.COM"), ("caf\u{E9}", "cafe\u{301}")] {
                    let registration = Self.registration(id)
                    _ = try await Self.session(of: registration, at: service)
                    await #expect(throws: RegistrationError.self) {
                        try await service.register(Self.registration(other))
                    }
                    let outcome = try await service.authenticate(.stub(other), password: registration.password)
                    #expect(try outcome.get().accountID == registration.id)
                }
            },
            promise("one of many simultaneous registrations of an ID succeeds") { service in
                let outcomes = try await simultaneously(8) { number in
                    let registration = Self.registration("kim", password: "password of \(number)")
                    do throws(RegistrationError) {
                        _ = try await service.register(registration)
                        return registration.password as Password?
                    } catch {
                        return nil
                    }
                }
                let winners = outcomes.compactMap(\.self)
                #expect(winners.count == 1)
                for password in winners { _ = try await service.authenticate(.stub("kim"), password: password) }
            },
            promise("only the exact password signs in") { service in
                let registration = Self.registration("kim", password: "password1")
                _ = try await Self.session(of: registration, at: service)
                for other in [
                    "password2", "qassword1", "Password1", "password", "password1 ", " password1", "password1\0",
                ] {
                    await #expect(throws: AuthenticationError.self, "\(other)") {
                        try await service.authenticate(registration.id, password: Password(other))
                    }
                }
                _ = try await service.authenticate(registration.id, password: registration.password)
            },
            promise("an unknown ID and a wrong password give the same error") { service in
                let registration = Self.registration("kim")
                _ = try await Self.session(of: registration, at: service)
                let wrong = await Self.refusal(of: "kim", at: service)
                #expect(wrong != nil)
                #expect(await Self.refusal(of: "lee", at: service) == wrong)
            },
            promise("a deleted account is gone and its ID is free") { service in
                let (first, second) = (Self.registration("kim"), Self.registration("kim", password: "password2"))
                #expect(try await service.deleteAccount(of: Self.session(of: first, at: service)))
                await #expect(throws: AuthenticationError.self) {
                    try await service.authenticate(first.id, password: first.password)
                }
                _ = try await Self.session(of: second, at: service)
                await #expect(throws: AuthenticationError.self) {
                    try await service.authenticate(first.id, password: first.password)
                }
            },
            promise("a deletion deletes only its account, and only once") { service in
                let other = Self.registration("lee")
                _ = try await Self.session(of: other, at: service)
                let session = try await Self.session(of: Self.registration("kim"), at: service)
                #expect(try await service.deleteAccount(of: session))
                #expect(await Self.deletes(session, at: service) == false)
                _ = try await service.authenticate(other.id, password: other.password)
            },
            promise("a session does not delete a later account with its ID") { service in
                let registration = Self.registration("kim")
                let session = try await Self.session(of: registration, at: service)
                try await service.deleteAccount(of: session)
                _ = try await Self.session(of: registration, at: service)
                #expect(await Self.deletes(session, at: service) == false)
                _ = try await service.authenticate(registration.id, password: registration.password)
            },
        ]
    }

    private static func registration(_ id: String, password: String = "password1") -> Registration {
        Registration(id: .stub(id), password: Password(password), profile: Profile(nickname: .stub()))
    }

    /// Registers an account, and signs its owner in unless the registration does.
    private static func session(of registration: Registration, at service: any AccountService) async throws -> Session {
        let authentication =
            switch try await service.register(registration) {
            case .authenticated(let authentication): authentication
            case .challenge(let challenge): throw UnexpectedChallenge(challenge: challenge)
            case .signInRequired:
                try await service.authenticate(registration.id, password: registration.password).get()
            }
        return Session(authentication, id: .stub(), startedAt: .now, isRemembered: true)
    }

    private static func refusal(of id: String, at service: any AccountService) async -> AuthenticationError? {
        do throws(AuthenticationError) {
            _ = try await service.authenticate(.stub(id), password: Password("password2"))
            return nil
        } catch {
            return error
        }
    }

    /// Returns whether a session deletes an account; a rejected token deletes none.
    private static func deletes(_ session: Session, at service: any AccountService) async -> Bool {
        do throws(AccountServiceFailure) {
            return try await service.deleteAccount(of: session)
        } catch {
            return false
        }
    }
}
