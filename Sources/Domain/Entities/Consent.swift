#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account's agreement to one version of a document, from its date until it is withdrawn.
public struct Consent: Hashable, Sendable {
    /// The account that agreed.
    public let accountID: AccountID

    /// The version of the document.
    public let document: ConsentDocument

    /// The date of the agreement.
    public let agreedAt: Date

    /// The date of the withdrawal, or nil if the account still agrees.
    public internal(set) var withdrawnAt: Date?

    /// Creates a consent.
    ///
    /// - Parameters:
    ///   - accountID: The account that agreed.
    ///   - document: The version of the document.
    ///   - agreedAt: The date of the agreement.
    ///   - withdrawnAt: The date of the withdrawal, or nil if the account still agrees.
    public init(accountID: AccountID, document: ConsentDocument, agreedAt: Date, withdrawnAt: Date? = nil) {
        self.accountID = accountID
        self.document = document
        self.agreedAt = agreedAt
        self.withdrawnAt = withdrawnAt
    }
}
