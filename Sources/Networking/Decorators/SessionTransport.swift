public import Domain

/// A transport for an app's own requests, which adds the token of the user's session.
///
/// A token that is about to expire is refreshed first. If the server answers 401, the token is refreshed once, however
/// many requests get that answer, and the request is sent once more. A response for a session that has ended meanwhile
/// is dropped, so nothing of one user reaches another. Requests to other origins are sent unchanged.
public struct SessionTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let session: CurrentSession
    private let origins: Set<String>
    private let authorization: Authorization

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - session: The session of the user.
    ///   - origins: Any URLs of the servers that may receive the token; only their ``HTTPURL/origin`` counts.
    ///   - authorization: The location of the token.
    public init(
        _ transport: any HTTPTransport,
        session: CurrentSession,
        origins: [HTTPURL],
        authorization: Authorization = .bearer
    ) {
        self.transport = transport
        self.session = session
        self.origins = Set(origins.map(\.origin))
        self.authorization = authorization
    }

    /// Sends a request, with the token if it goes to one of the origins.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; one of 401 if the service cannot replace tokens, or rejects the new one too, or if the
    ///   request is outside the scope of the cookie that contains the token.
    /// - Throws: ``TransportError`` of the wrapped transport, or ``TransportError/session(_:)``.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard origins.contains(request.url.origin) else { return try await transport.send(request) }
        guard let user = session.state.session?.id else { throw .session(.signedOut) }
        let rejected: Session
        do {
            rejected = try await session.session()
        } catch {
            throw TransportError(error)
        }
        // Another user may have signed in since the call.
        guard rejected.id == user else { throw .session(.ended) }
        let response = try await send(request, for: rejected)
        // Another token does not help a request that goes without one.
        guard response.status == .unauthorized, hasToken(request, of: rejected) else {
            await session.didSucceed()
            return response
        }
        let renewed: Session?
        do {
            renewed = try await session.session(replacing: rejected)
        } catch {
            throw TransportError(error)
        }
        guard let renewed else { return response }
        return try await send(request, for: renewed)
    }

    /// Returns whether a request gets the token of a session: like a browser, it omits a cookie for other paths.
    ///
    /// The server decides whether a cookie has expired, because the clock may be wrong.
    private func hasToken(_ request: HTTPRequest, of session: Session) -> Bool {
        session.tokens.accessCookie?.includes(request.url) ?? true
    }

    private func send(_ request: HTTPRequest, for sender: Session) async throws(TransportError) -> HTTPResponse {
        let authorized: HTTPRequest
        do {
            var fields = request.fields
            if hasToken(request, of: sender) { try authorization.apply(sender.token, to: &fields) }
            authorized = try request.with(fields: fields)
        } catch {
            // Of a token that this device issued, only the digest is known.
            throw .session(.signedOut)
        }
        let owner = RequestOwner(sender.id, of: session)
        let outcome = await owner.sending { await transport.outcome(of: authorized) }
        guard owner.isSignedIn else { throw .session(.ended) }
        return try outcome.get()
    }
}

extension TransportError {
    fileprivate init(_ error: SessionError) {
        self = error == .cancelled ? .cancelled : .session(error)
    }
}

extension CurrentSession {
    /// Returns the header field that authorizes a request, for transports that are not an ``HTTPTransport``.
    ///
    /// Set it on a request to your own server alone. If the server answers 401, call `session(replacing:)` with the
    /// session, get the field again, and send the request once more.
    ///
    /// - Parameters:
    ///   - duration: The time for which the token has to be valid, 30 seconds by default.
    ///   - authorization: The location of the token.
    /// - Returns: The name and the value of the header field, and the session whose token it contains.
    /// - Throws: `SessionError`; `.signedOut` also if the token cannot be sent in a header field.
    public func authorization(
        validFor duration: Duration = .seconds(30),
        in authorization: Authorization = .bearer
    ) async throws(SessionError) -> (name: String, value: String, session: Session) {
        var fields = HTTPFields()
        let session = try await session(validFor: duration)
        do {
            try authorization.apply(session.token, to: &fields)
        } catch {
            throw .signedOut
        }
        guard let field = authorization.field, let value = fields[field].first else { throw .signedOut }
        return (field.text, value, session)
    }
}
