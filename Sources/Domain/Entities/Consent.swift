#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account's agreement to one version of one document, at a time.
public struct Consent: Hashable, Sendable {
    /// Whose agreement it is.
    public let accountID: AccountID

    /// What was agreed to.
    public let document: ConsentDocument

    /// When it was agreed to.
    public let agreedAt: Date

    /// Creates a consent.
    ///
    /// - Parameters:
    ///   - accountID: Whose agreement it is.
    ///   - document: What was agreed to.
    ///   - agreedAt: When it was agreed to.
    public init(accountID: AccountID, document: ConsentDocument, agreedAt: Date) {
        self.accountID = accountID
        self.document = document
        self.agreedAt = agreedAt
    }
}
