/// What people are asked before something is done.
public enum Question: Hashable, Sendable, CaseIterable {
    /// Whether they agree to the terms without which nobody gets signed in.
    case agreeToTerms

    /// Whether their account is really to be deleted.
    case deleteAccount
}
