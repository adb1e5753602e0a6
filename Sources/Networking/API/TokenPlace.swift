/// Where a reply has the token.
///
/// A cookie is none: it would be sent along by itself, also where nobody meant to.
public enum TokenPlace: Hashable, Sendable {
    /// In a header field, perhaps behind a scheme such as `Bearer`, which is taken off.
    case header(HTTPFieldName)

    /// In a member of the body.
    case json(JSONPath)
}
