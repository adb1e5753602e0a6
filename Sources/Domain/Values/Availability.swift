/// Whether an ID is free, as far as anybody could tell at the moment of asking.
///
/// It is a courtesy to the person who types. Only the store decides, when the account is registered.
public enum Availability: Hashable, Sendable {
    /// No account has the ID.
    case available

    /// An account has the ID.
    case taken

    /// Nobody could tell, for this reason.
    case unknown(AccountServiceFailure)
}
