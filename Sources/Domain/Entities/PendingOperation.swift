#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request to a server without a definitive response, or a message to the user that was not answered yet.
///
/// Every attempt of a request sends the same key, so that the server executes it once.
/// A sign-out that the server does not know of yet is a ``PendingSignOut`` instead, stored with the sessions.
public struct PendingOperation: Hashable, Sendable {
    /// The kinds of operation.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// The registration of an account.
        case register

        /// The deletion of an account.
        case deleteAccount

        /// The change of a password.
        case changePassword

        /// The reset of a password, from the request of a message to the new password.
        case resetPassword

        /// The new password of a reset.
        case confirmReset

        /// The confirmation of an address, from the message to the answer.
        case confirmAddress
    }

    /// The kind of operation.
    public let action: Action

    /// The account.
    public let accountID: AccountID

    /// The e-mail address to be confirmed, if it is known and is not the ID.
    public let address: EmailAddress?

    /// The idempotency key.
    public let key: String

    /// The date on which the operation began.
    public let begunAt: Date

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - action: The kind of operation.
    ///   - accountID: The account.
    ///   - address: The e-mail address to be confirmed, if it is known and is not the ID.
    ///   - key: The idempotency key, a new identifier.
    ///   - begunAt: The date on which the operation began.
    public init(action: Action, accountID: AccountID, address: EmailAddress? = nil, key: String, begunAt: Date) {
        self.action = action
        self.accountID = accountID
        self.address = address
        self.key = key
        self.begunAt = begunAt
    }

    /// Returns whether another operation has the same action and account, so that only one of the two can be pending.
    ///
    /// - Parameter other: The other operation.
    /// - Returns: Whether action and account are the same.
    public func conflicts(with other: PendingOperation) -> Bool {
        action == other.action && accountID == other.accountID
    }
}
