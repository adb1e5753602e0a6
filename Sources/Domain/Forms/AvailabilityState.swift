/// What is known about whether an ID is free, while it is being typed.
public enum AvailabilityState: Hashable, Sendable {
    /// Nothing has been asked.
    case idle

    /// The answer for this ID is awaited, or the question held back until the typing pauses.
    case pending(AccountID)

    /// This is the answer for this ID.
    case answered(AccountID, Availability)

    /// Which ID it is about, or nil where nothing has been asked.
    public var id: AccountID? {
        switch self {
        case .idle: nil
        case .pending(let id), .answered(let id, _): id
        }
    }

    /// The leaf that a checklist shows of it, not evaluated as long as nobody knows.
    public var report: RuleReport {
        let outcome: RuleReport.Outcome =
            switch self {
            case .idle, .pending, .answered(_, .unknown): .notEvaluated
            case .answered(_, .available): .satisfied
            case .answered(_, .taken): .violated(.taken)
            }
        return RuleReport(requirement: .available, outcome: outcome)
    }

    /// Tells whether it is about the ID that is in the field now.
    ///
    /// - Parameter text: What is in the field now.
    /// - Returns: Whether that text and the ID that was asked about are one account.
    public func concerns(_ text: String) -> Bool {
        guard let id else { return false }
        // A text that is no ID is not the one that was asked about; why it is none, the rules of the form say.
        return (try? AccountID(text)) == id
    }
}
