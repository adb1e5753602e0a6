#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a change of the password failed; nothing was changed.
public enum ChangePasswordError: Error, Hashable, Sendable {
    /// The new password is not as it should be; nothing was changed.
    case invalidInput([FieldIssue])

    /// The password so far is another one, or there is no such account any more; nothing was changed.
    case wrongPassword

    /// There were too many wrong passwords: nobody may try before that time, or, without one, before somebody lifts the
    /// ban.
    case throttled(until: Date?)

    /// The account service could not do its work; nothing was changed.
    case failed(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .wrongPassword
        case .throttled(let until): self = .throttled(until: until)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
