/// A check of the ID that a user is typing.
public protocol LiveAvailabilityChecking: AnyObject, Sendable {
    /// The current state.
    var state: AvailabilityState { get }

    /// The current state and every change, for one reader.
    var states: AsyncStream<AvailabilityState> { get }

    /// Updates the ID to check; call it at every change of the field.
    ///
    /// - Parameter id: The ID, or nil if the text is not valid, in which case nothing is checked.
    func update(_ id: AccountID?)
}

/// The result of checking an ID.
///
/// It only helps the user while typing: the store decides when the account is registered.
public enum Availability: Hashable, Sendable {
    /// No account has the ID.
    case available

    /// An account has the ID.
    case taken

    /// The check failed.
    case unknown(AccountServiceFailure)
}

/// The state of the check of an ID, while a user types it.
public enum AvailabilityState: Hashable, Sendable {
    /// No ID has been checked.
    case idle

    /// The check is waiting for a pause in typing, or for its result.
    case pending(AccountID)

    /// The check of this ID has a result.
    case answered(AccountID, Availability)

    /// The ID of the check, or nil if no ID has been checked.
    public var id: AccountID? {
        switch self {
        case .idle: nil
        case .pending(let id), .answered(let id, _): id
        }
    }

    /// The line of a checklist that shows the state.
    public var report: RuleReport {
        let outcome: RuleReport.Outcome =
            switch self {
            case .idle, .pending, .answered(_, .unknown): .notEvaluated
            case .answered(_, .available): .satisfied
            case .answered(_, .taken): .violated(.taken)
            }
        return RuleReport(requirement: .available, outcome: outcome)
    }

    /// Returns whether the state is about the ID that a text contains.
    ///
    /// - Parameter text: The text of the field.
    /// - Returns: Whether the text and the checked ID name the same account.
    public func concerns(_ text: String) -> Bool {
        guard let id else { return false }
        // A text that is not an ID is not the checked one; the rules of the form report its issue.
        return (try? AccountID(text)) == id
    }
}
