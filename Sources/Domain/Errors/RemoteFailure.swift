/// Why a server did not do what an account service asked of it.
public enum RemoteFailure: Error, Hashable, Sendable {
    /// The server refused the request, in its own words, and perhaps because of one field.
    case refused(ServerMessage, field: AccountField?)

    /// The server does not know what it was asked: the description of its API, or the address, is wrong.
    case pathError

    /// The server failed.
    case serverError

    /// There was no reply.
    case network(NetworkFailure)

    /// The server takes no more requests for now; `retryAfter` is how long, where it says so.
    case throttled(retryAfter: Duration?)

    /// The reply is not in the form that was agreed on.
    case undecodable

    /// The server accepted, but sent no token where one was agreed on.
    case tokenMissing

    /// The server does not take the session's token any more: its owner has to sign in anew.
    case tokenRefused

    /// Nobody knows whether the server did it, because its answer was lost; trying again asks the same once more.
    case outcomeUnknown

    /// The server offers no such thing.
    case notOffered
}
