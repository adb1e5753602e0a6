#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a process knows about a session besides what is stored.
struct KnownSession: Sendable {
    /// Where the newest tokens of a session are.
    enum Place: Sendable {
        /// In the store.
        case store

        /// In this process alone: the session is not remembered, or the store failed when it began.
        case memory(Session, StorageError?)

        /// In this process alone: the store failed, and has the session with earlier tokens, unless another process ended it.
        case unsaved(Session, replacing: TokenSet, StorageError)
    }

    /// When an access token has to be replaced, in elapsed time.
    struct Deadline: Sendable {
        let token: AccessToken

        /// The date of the expiry, as the server told it.
        let expiry: Date?

        /// When it was noted.
        let noted: Duration

        /// The expiry; nil if it is unknown.
        let end: Duration?

        /// The longest validity that a caller can require; nil for any.
        let limit: Duration?
    }

    var place = Place.store

    /// When the session began in this run, or was found to be valid.
    var firstValid: SessionTime.Moment?

    var deadline: Deadline?

    /// When the last claim of this process to refresh ends, and the one before it that it replaced.
    ///
    /// It is still stored if the store failed when the refresh was over.
    var claim: (end: Date, earlier: Date?)?

    /// The access token of the last refresh by this process.
    var renewed: AccessToken?

    /// The sessions of the account that have ended with this one in this process; nil if it goes on.
    ///
    /// It may still be stored.
    var end: SignOutScope?

    /// Whether the end could not be stored yet.
    var isStillStored = false

    /// The tokens of which the server knows that the session has ended, although it is still stored.
    var told: TokenSet?

    /// Whether the store does not have the end or the tokens of the session, although it has the session.
    var hasLateChange: Bool { isStillStored || unsaved != nil }

    /// The session, if the store does not have it.
    var temporary: Session? {
        if case .memory(let session, _) = place { session } else { nil }
    }

    /// The session with tokens that could not be stored.
    var unsaved: Session? {
        if case .unsaved(let session, _, _) = place { session } else { nil }
    }

    /// Why the session or its tokens could not be stored.
    var storageError: StorageError? {
        switch place {
        case .store: nil
        case .memory(_, let error): error
        case .unsaved(_, _, let error): error
        }
    }

    /// Ends the session; what a late answer and a late change of the store have to know remains.
    ///
    /// - Parameters:
    ///   - scope: The sessions of the account that end.
    ///   - isStillStored: Whether the end could not be stored; then its tokens are still those that the store does not have.
    mutating func end(_ scope: SignOutScope, isStillStored: Bool = false) {
        let isStillStored = isStillStored || self.isStillStored
        self = KnownSession(
            place: isStillStored && unsaved != nil ? place : .store,
            end: end == .everywhere ? .everywhere : scope,
            isStillStored: isStillStored,
            told: told
        )
    }
}

extension [SessionID: KnownSession] {
    /// Returns a stored session with its newest tokens, unless another process has stored other ones.
    func newest(_ stored: Session) -> Session {
        guard case .unsaved(let newer, replacing: let old, _) = self[stored.id]?.place, stored.tokens == old else {
            return stored
        }
        return stored.with(newer.tokens)
    }

    /// Returns a stored session if another process has stored other tokens than a session has; nil otherwise.
    func newer(_ stored: Session, than session: Session) -> Session? {
        newest(stored).tokens == session.tokens ? nil : stored
    }
}
