public import Domain

/// A service that knows the owner of each session.
public struct SessionVerifierStub: SessionVerifying {
    private let answer: @Sendable (Session) async throws(AccountServiceFailure) -> AccountOwner

    /// Creates a service.
    ///
    /// - Parameter answer: Returns the owner of a session, or throws why the service cannot say.
    public init(_ answer: @escaping @Sendable (Session) async throws(AccountServiceFailure) -> AccountOwner) {
        self.answer = answer
    }

    public func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        try await answer(session)
    }
}
