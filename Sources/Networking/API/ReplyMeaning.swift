/// What a reply means, whatever the server says it with.
public enum ReplyMeaning: String, Hashable, Sendable, CaseIterable {
    /// It was done.
    case accepted

    /// The member of the body that says so decides between ``accepted`` and ``refused``.
    case bodyDecides = "body-decides"

    /// It was not done, for a reason that the server tells.
    case refused

    /// An account has that ID.
    case duplicateAccount = "duplicate-account"

    /// The ID is unknown or the password is wrong.
    case invalidCredentials = "invalid-credentials"

    /// The token is not taken any more.
    case tokenRefused = "token-refused"

    /// There is no such account any more, so that nothing was left to be deleted.
    case gone

    /// There were too many requests.
    case throttled

    /// The same request is still being worked on, or nobody can say whether it was done.
    case inProgress = "in-progress"

    /// The server does not know what it was asked.
    case pathError = "path-error"

    /// The server failed.
    case serverError = "server-error"

    /// The reply is not in the form that was agreed on.
    case undecodable
}
