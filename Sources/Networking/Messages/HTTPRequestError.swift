/// Why something cannot be part of an HTTP request.
///
/// No case holds the text that was refused, which may be a secret in the wrong place.
public enum HTTPRequestError: Error, Hashable, Sendable {
    /// The method is no token of RFC 9110 section 5.6.2, or it is CONNECT, which is for proxies.
    case invalidMethod

    /// The name of a field is no token of RFC 9110 section 5.6.2.
    case invalidFieldName

    /// The value of a field is outside the grammar of RFC 9110 section 5.5, as with CR, LF or NUL.
    case invalidFieldValue(HTTPFieldName)

    /// The transport alone sets this field, because it says where a message ends or who gets it.
    case reservedField(HTTPFieldName)

    /// A request with this method carries no body.
    case bodyNotAllowed(HTTPMethod)

    /// The URL is not absolute, or outside the grammar of RFC 3986.
    case invalidURL

    /// The scheme of the URL is neither `https` nor `http`.
    case unsupportedScheme

    /// The URL holds a user name or a password, which transports would send and logs would keep.
    case userInformationInURL

    /// The URL has a fragment, which is never sent.
    case fragmentInURL

    /// The URL says `http`, and its host is not this machine.
    case insecureURL
}
