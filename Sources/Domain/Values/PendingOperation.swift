#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a person wants of a server, from before it is asked until its definitive answer.
///
/// The key goes with every request for it, so that the server does it once however often it is asked.
public struct PendingOperation: Hashable, Sendable {
    /// What is wanted.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// An account.
        case register

        /// The end of an account.
        case deleteAccount
    }

    /// What is wanted.
    public let action: Action

    /// The account concerned.
    public let accountID: AccountID

    /// What the server knows the operation by.
    public let key: String

    /// When the operation began.
    public let begunAt: Date

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - action: What is wanted.
    ///   - accountID: The account concerned.
    ///   - key: What the server knows the operation by: an identifier that was never used before.
    ///   - begunAt: When the operation began.
    public init(action: Action, accountID: AccountID, key: String, begunAt: Date) {
        self.action = action
        self.accountID = accountID
        self.key = key
        self.begunAt = begunAt
    }

    /// Tells whether another operation is about the same thing, so that there can be only one of the two.
    ///
    /// - Parameter other: The other operation.
    /// - Returns: Whether action and account are the same.
    public func concernsSame(as other: PendingOperation) -> Bool {
        action == other.action && accountID == other.accountID
    }
}
