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
