import Domain

/// What comes of the submission of a sign-in form.
enum SignInAnswer: Sendable {
    case signedIn(OpenedSession)
    case failed(SignInError)

    /// The account has not agreed to these documents, and nothing was tried.
    case termsMissing([ConsentDocument])
}
