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

/// One version of a document that people agree to.
public struct ConsentDocument: Hashable, Sendable {
    /// What the document is called in the app and in the store, such as `auto-login-terms`.
    public let name: String

    /// Which version of it; a higher number replaces a lower one.
    public let version: Int

    /// Creates a document's version.
    ///
    /// - Parameters:
    ///   - name: What the document is called in the app and in the store.
    ///   - version: Which version of it; any number will do, and a higher one replaces a lower one.
    public init(name: String, version: Int) {
        self.name = name
        self.version = version
    }
}

/// The documents that somebody is asked to agree to, in their present versions.
///
/// A document whose version rises is asked about again.
public struct Terms: Hashable, Sendable {
    /// Without an agreement to these nobody gets on.
    public var required: [ConsentDocument]

    /// These may be agreed to or not.
    public var optional: [ConsentDocument]

    /// Collects the documents.
    ///
    /// - Parameters:
    ///   - required: Without an agreement to these nobody gets on.
    ///   - optional: These may be agreed to or not.
    public init(required: [ConsentDocument] = [], optional: [ConsentDocument] = []) {
        self.required = required
        self.optional = optional
    }

    /// Nothing to agree to.
    public static let none = Terms()

    /// All documents, those that are required first.
    public var documents: [ConsentDocument] { required + optional }

    /// The required documents that consents do not cover: those that are not among them in this version or a later one.
    ///
    /// - Parameter consents: What one account has agreed to.
    /// - Returns: What is missing, in the order of ``required``.
    public func missing(given consents: [Consent]) -> [ConsentDocument] {
        required.filter { document in
            !consents.contains { $0.document.name == document.name && $0.document.version >= document.version }
        }
    }
}
