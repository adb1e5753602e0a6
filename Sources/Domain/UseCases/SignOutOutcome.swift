/// What a sign-out has reached; the person is signed out here in any case.
public enum SignOutOutcome: Hashable, Sendable {
    /// Nothing of the session is left.
    case complete

    /// The stored session could not be removed, so the next launch may restore it.
    case sessionRemains(StorageError)
}
