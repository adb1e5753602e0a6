/// The user for whom a task sends a request; after the end of the session, the request is not sent again.
package struct RequestOwner: Sendable {
    @TaskLocal private static var current: RequestOwner?

    private let id: SessionID
    private let session: CurrentSession

    /// Creates the owner of a request with the token of a session.
    package init(_ id: SessionID, of session: CurrentSession) {
        (self.id, self.session) = (id, session)
    }

    /// Whether the session goes on, and can be used.
    package var isSignedIn: Bool { session.state.session?.id == id }

    /// Whether the session for which this task sends a request has ended.
    package static var hasEnded: Bool { current?.isSignedIn == false }

    /// Starts work that is not part of a request, although a request may start it.
    static func withoutOwner<Value>(_ start: () -> Value) -> Value { $current.withValue(nil, operation: start) }

    /// Sends a request for the session.
    package func sending<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ request: () async -> Value
    ) async -> Value {
        await Self.$current.withValue(self, operation: request)
    }
}
