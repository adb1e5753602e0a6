#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a sign-in failed.
public enum SignInError: Error, Hashable, Sendable {
    /// What was typed is not as it should be.
    case invalidInput([FieldIssue])

    /// The ID is unknown or the password is wrong; it does not say which.
    case invalidCredentials

    /// There were too many wrong passwords: nobody is let in before that time, or, without one, before somebody lifts
    /// the ban; it does not say whether there is such an account.
    case throttled(until: Date?)

    /// The account service could not do its work.
    case failed(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .invalidCredentials
        case .throttled(let until): self = .throttled(until: until)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
