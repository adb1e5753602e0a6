public import Domain

/// The error of a test that expects a session, but gets a further step.
public struct UnexpectedChallenge: Error {
    /// The step.
    public let challenge: Challenge
}

extension AuthenticationOutcome {
    /// Returns the authentication.
    ///
    /// - Returns: The authentication.
    /// - Throws: ``UnexpectedChallenge`` if the user has to complete a step.
    public func get() throws(UnexpectedChallenge) -> Authentication {
        switch self {
        case .authenticated(let authentication): return authentication
        case .challenge(let challenge): throw UnexpectedChallenge(challenge: challenge)
        }
    }
}

extension SignInStep {
    /// Returns the session, and whether it could be stored.
    ///
    /// - Returns: The session.
    /// - Throws: ``UnexpectedChallenge`` if the user has to complete a step.
    public func get() throws(UnexpectedChallenge) -> OpenedSession {
        switch self {
        case .done(let opened): return opened
        case .challenge(let challenge): throw UnexpectedChallenge(challenge: challenge)
        }
    }
}
