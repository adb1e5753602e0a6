#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a person wants of a server, from before it is asked until its definitive answer.
///
/// The key goes with every request for it, so that the server does it once however often it is asked.
public struct PendingIntent: Hashable, Sendable {
    /// What is wanted.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// An account.
        case register

        /// The end of an account.
        case withdraw
    }

    /// What is wanted.
    public let action: Action

    /// The account concerned.
    public let accountID: AccountID

    /// What the server knows the intent by.
    public let key: String

    /// When the intent began.
    public let begunAt: Date

    /// Creates an intent.
    ///
    /// - Parameters:
    ///   - action: What is wanted.
    ///   - accountID: The account concerned.
    ///   - key: What the server knows the intent by: an identifier that was never used before.
    ///   - begunAt: When the intent began.
    public init(action: Action, accountID: AccountID, key: String, begunAt: Date) {
        self.action = action
        self.accountID = accountID
        self.key = key
        self.begunAt = begunAt
    }

    /// Tells whether another intent is about the same thing, so that there can be only one of the two.
    ///
    /// - Parameter other: The other intent.
    /// - Returns: Whether action and account are the same.
    public func concernsSame(as other: PendingIntent) -> Bool {
        action == other.action && accountID == other.accountID
    }
}
