public import Domain

/// What the sign-in screen shows of the terms.
public struct TermsState: Hashable, Sendable {
    /// How much room the terms take.
    public enum Layout: Hashable, Sendable {
        /// They are shown at large, to be agreed to.
        case full

        /// They have been agreed to here before: the large views are hidden, and a link is at the bottom.
        case link
    }

    /// The documents, in their present versions.
    public let terms: Terms

    /// How much room they take.
    public internal(set) var layout: Layout

    /// The documents that the person has agreed to on this screen; nothing of it is stored before the sign-in.
    public internal(set) var agreed: Set<ConsentDocument>

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - terms: The documents, in their present versions.
    ///   - layout: How much room they take.
    ///   - agreed: The documents that the person has agreed to on this screen.
    public init(terms: Terms, layout: Layout = .full, agreed: Set<ConsentDocument> = []) {
        self.terms = terms
        self.layout = layout
        self.agreed = agreed
    }

    /// The required documents that the person has not agreed to on this screen.
    public var missing: [ConsentDocument] { terms.required.filter { !agreed.contains($0) } }
}
