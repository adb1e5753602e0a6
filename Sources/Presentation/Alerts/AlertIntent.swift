/// What a person wants who presses a button of an alert.
public enum AlertIntent: Hashable, Sendable {
    /// Nothing but that the alert goes away.
    case dismiss

    /// To agree to the documents that are asked about, and to go on.
    case agree

    /// To delete the account.
    case deleteAccount
}
