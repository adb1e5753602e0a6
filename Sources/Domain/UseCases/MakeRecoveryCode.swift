#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A use case that makes a recovery code for the signed-in user, to be shown once and kept in a safe place.
public struct MakeRecoveryCode: Sendable {
    private let service: any RecoveryCodeMaking

    /// Creates the use case.
    ///
    /// - Parameter service: Makes and stores the code.
    public init(service: any RecoveryCodeMaking) {
        self.service = service
    }

    /// Makes a code, which replaces any earlier one.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    /// - Returns: The code.
    /// - Throws: ``MakeRecoveryCodeError``; in that case, any earlier code stays valid.
    public func callAsFunction(
        _ session: Session,
        password: Password
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        do {
            return try await service.makeRecoveryCode(of: session, password: password)
        } catch {
            throw MakeRecoveryCodeError(error)
        }
    }
}

/// The reason why no recovery code was made.
public enum MakeRecoveryCodeError: Error, Hashable, Sendable {
    /// The password is incorrect, or the account was deleted.
    case wrongPassword

    /// After repeated wrong passwords, attempts are rejected until this date, or, if it is nil, until the ban is
    /// lifted.
    case throttled(until: Date?)

    /// The account service failed.
    case service(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        // A text that the service does not accept is not the password.
        case .invalidCredentials, .invalidInput: self = .wrongPassword
        case .throttled(let until): self = .throttled(until: until)
        case .service(let failure): self = .service(failure)
        }
    }
}
