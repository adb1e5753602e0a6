/// Outcomes that are told in a few words, such as in the title of an alert.
public enum Headline: Hashable, Sendable, CaseIterable {
    /// The sign-in has succeeded.
    case signedIn

    /// The sign-in has failed.
    case signInFailed

    /// The sign-up has failed.
    case signUpFailed

    /// An agreement to terms is missing.
    case termsRequired

    /// The account may be deleted.
    case accountDeletion

    /// Something besides the thing that has succeeded has not.
    case notice
}
