public import Domain
import Testing

/// An account whose password is forgotten, for the contract of services that set another one.
public struct ForgottenPassword: Sendable {
    let service: any PasswordResetting & AccountService
    let id: AccountID
    let password: Password
    let code: @Sendable () async throws -> AccountConfirmation

    /// Creates the subject of a contract.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - id: An account that exists there.
    ///   - password: The password of the account.
    ///   - code: Returns the code of a new message or a new recovery code of the account; an earlier one may not work
    ///     any more.
    public init(
        _ service: any PasswordResetting & AccountService,
        _ id: AccountID,
        password: Password,
        code: @escaping @Sendable () async throws -> AccountConfirmation
    ) {
        self.service = service
        self.id = id
        self.password = password
        self.code = code
    }
}

/// The contract of every service that sets forgotten passwords.
public typealias PasswordResettingContract = Contract<ForgottenPassword>

extension PasswordResettingContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("a code sets the password, and the old one is worth nothing") { subject in
                let code = try await subject.code()
                _ = try await subject.service.confirmPasswordReset(of: subject.id, with: code, to: .new)
                _ = try await subject.service.authenticate(subject.id, password: .new)
                #expect(try await !subject.accepts(subject.password))
            },
            promise("a code works once") { subject in
                let code = try await subject.code()
                _ = try await subject.service.confirmPasswordReset(of: subject.id, with: code, to: .new)
                #expect(try await !subject.confirms(code, to: Password("another-Passw0rd-3")))
                _ = try await subject.service.authenticate(subject.id, password: .new)
            },
            promise("a wrong code changes nothing") { subject in
                let code = try await subject.code()
                #expect(try await !subject.confirms(code.wrong, to: .new))
                #expect(try await subject.accepts(subject.password))
            },
            // A sign-in in between may end a code, as with Django.
            promise("the right code works after a wrong one") { subject in
                let code = try await subject.code()
                #expect(try await !subject.confirms(code.wrong, to: .new))
                #expect(try await subject.confirms(code, to: .new))
            },
            promise("a request says nothing about an account") { subject in
                guard subject.service.resetProof == .message else { return }
                try await subject.service.requestPasswordReset(for: subject.id)
                try await subject.service.requestPasswordReset(for: AccountID("unknown-" + subject.id.text))
                #expect(try await subject.accepts(subject.password))
            },
        ]
    }
}

extension AccountConfirmation {
    fileprivate var wrong: AccountConfirmation { AccountConfirmation(code: "ZZZZ-ZZZZ-ZZZZ-ZZZZ", uid: uid) }
}

extension Password {
    fileprivate static let new = Password("another-Passw0rd-2")
}

extension ForgottenPassword {
    /// Returns whether the account has a password.
    fileprivate func accepts(_ password: Password) async throws -> Bool {
        do throws(AuthenticationError) {
            _ = try await service.authenticate(id, password: password)
            return true
        } catch {
            guard case .invalidCredentials = error else { throw error }
            return false
        }
    }

    /// Returns whether a code sets a password; a server may refuse a code in its own words.
    fileprivate func confirms(_ code: AccountConfirmation, to new: Password) async throws -> Bool {
        do throws(AuthenticationError) {
            _ = try await service.confirmPasswordReset(of: id, with: code, to: new)
            return true
        } catch {
            switch error {
            case .invalidCredentials, .service(.remote(.refused)): return false
            default: throw error
            }
        }
    }
}
