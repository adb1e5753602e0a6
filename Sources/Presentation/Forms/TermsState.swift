public import Domain

/// The state of the terms on a screen: Sign-up, Sign-in or Agreement.
public struct TermsState: Hashable, Sendable {
    /// The presentation of the terms.
    public enum Layout: Hashable, Sendable {
        /// The documents are shown in full.
        case full
        /// A link replaces the documents, because an account on this device has agreed to them.
        case link
    }

    /// The documents, in their current versions.
    public let terms: Terms

    /// The presentation of the terms.
    public internal(set) var layout: Layout

    /// The documents that the user has agreed to on this screen; they are stored when the session begins.
    public internal(set) var agreed: Set<ConsentDocument>

    package init(terms: Terms, layout: Layout = .full, agreed: Set<ConsentDocument> = []) {
        self.terms = terms
        self.layout = layout
        self.agreed = agreed
    }

    /// The required documents that the user has not agreed to on this screen.
    public var missing: [ConsentDocument] { terms.required.filter { !agreed.contains($0) } }

    /// The documents that the user has agreed to on this screen, in the order of the terms.
    var agreedDocuments: [ConsentDocument] { terms.documents.filter { agreed.contains($0) } }

    /// Agrees to a document, or withdraws the agreement; a document that is not among the terms is ignored.
    mutating func agree(to document: ConsentDocument, _ isAgreed: Bool) {
        guard terms.documents.contains(document) else { return }
        if isAgreed {
            agreed.insert(document)
        } else {
            agreed.remove(document)
        }
    }
}
