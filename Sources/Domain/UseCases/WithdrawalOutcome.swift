/// What a withdrawal has reached; the account is deleted in any case.
public enum WithdrawalOutcome: Hashable, Sendable {
    /// Nothing of the account is left.
    case complete

    /// The account's agreements to terms could not be removed.
    case consentsRemain(StorageError)
}
