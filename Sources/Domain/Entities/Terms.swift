/// One version of a document that users agree to.
public struct ConsentDocument: Hashable, Sendable {
    /// The name of the document in the app and in the store, such as `auto-login-terms`.
    public let name: String

    /// The version; a higher number replaces a lower one.
    public let version: Int

    /// Creates a version of a document.
    ///
    /// - Parameters:
    ///   - name: The name of the document in the app and in the store.
    ///   - version: The version, which can be any number; a higher one replaces a lower one.
    public init(name: String, version: Int) {
        self.name = name
        self.version = version
    }

    /// Returns whether an agreement to this version also counts for another one: it has the same name, and its version
    /// is not higher.
    ///
    /// - Parameter other: The other version.
    /// - Returns: Whether it counts.
    public func covers(_ other: ConsentDocument) -> Bool { name == other.name && version >= other.version }
}

/// The documents that users agree to, in their current versions.
///
/// When the version of a document rises, users have to agree again.
public struct Terms: Hashable, Sendable {
    /// The documents that users must agree to.
    public var required: [ConsentDocument]

    /// The documents that users may agree to.
    public var optional: [ConsentDocument]

    /// Creates terms.
    ///
    /// - Parameters:
    ///   - required: The documents that users must agree to.
    ///   - optional: The documents that users may agree to.
    public init(required: [ConsentDocument] = [], optional: [ConsentDocument] = []) {
        self.required = required
        self.optional = optional
    }

    /// No documents.
    public static let none = Terms()

    /// All documents, the required ones first.
    public var documents: [ConsentDocument] { required + optional }

    /// Returns those of some documents that are among the terms, in their current versions.
    func present(_ documents: [ConsentDocument]) -> [ConsentDocument] { documents.filter(self.documents.contains) }

    /// Returns the required documents that an account has not agreed to in this version or a later one.
    ///
    /// - Parameters:
    ///   - consents: The consents of the account; withdrawn ones do not count.
    ///   - documents: The documents to which the user agrees now; others than those of the terms do not count.
    /// - Returns: The missing documents, in the order of ``required``.
    public func missing(given consents: [Consent], agreeingTo documents: [ConsentDocument] = []) -> [ConsentDocument] {
        let agreed = present(documents) + consents.filter { $0.withdrawnAt == nil }.map(\.document)
        return required.filter { document in !agreed.contains { $0.covers(document) } }
    }
}
