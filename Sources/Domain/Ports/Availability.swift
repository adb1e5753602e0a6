/// Tells whether an ID is taken, before somebody tries to register it.
public protocol AvailabilityChecking: Sendable {
    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AccountServiceFailure.storage`, `.remote` or another case where that cannot be told, and `.cancelled` once
    ///   nobody waits for it.
    func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool
}

/// Follows what is typed into an ID field, and finds out whether it is free.
public protocol LiveAvailabilityChecking: AnyObject, Sendable {
    /// What is known now.
    var state: AvailabilityState { get }

    /// The state now and at every change, for one reader.
    var states: AsyncStream<AvailabilityState> { get }

    /// Takes note of what is in the field; to be called at every key press.
    ///
    /// - Parameter id: The ID, or nil while the text is none or its rules refuse it: then nothing is asked.
    func update(_ id: AccountID?)
}

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

/// Tells from a repository whether an ID is taken.
public struct RepositoryAvailability: AvailabilityChecking {
    private let accounts: any AccountRepository

    /// Creates the service.
    ///
    /// - Parameter accounts: Where the accounts are stored.
    public init(accounts: any AccountRepository) {
        self.accounts = accounts
    }

    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AccountServiceFailure.storage` where the repository cannot be read.
    public func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool {
        do {
            return try await accounts.contains(id)
        } catch {
            throw .storage(error)
        }
    }
}
