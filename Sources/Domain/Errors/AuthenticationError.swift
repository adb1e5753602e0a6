#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why an account service did not let somebody in.
public enum AuthenticationError: Error, Hashable, Sendable {
    /// The ID is unknown or the password is wrong; it does not say which.
    case invalidCredentials

    /// There were too many wrong passwords: nobody is let in before that time, or, without one, before somebody lifts
    /// the ban; it does not say whether there is such an account.
    case throttled(until: Date?)

    /// The service does not take what was typed.
    case invalidInput([FieldIssue])

    /// The service could not do its work.
    case failed(AccountServiceFailure)

    init(_ error: PasswordHashingError) {
        if case .unacceptable(let issue) = error {
            self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        } else {
            self = .failed(AccountServiceFailure(error))
        }
    }
}
