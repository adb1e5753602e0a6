public import Domain

extension MessageCatalog {
    /// Returns the message for a failed operation of the account screen.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
    public func message(for failure: AccountFailure) -> String {
        switch failure {
        case .passwordNotChanged(let error): message(for: error)
        case .notDeleted(let error): message(for: error)
        case .recoveryCodeNotMade(let error): message(for: error)
        case .notExported(let error): message(for: error)
        case .confirmationNotSent(let error): message(for: error)
        }
    }

    /// Returns the message for a failed operation of the screen for a step.
    ///
    /// - Parameters:
    ///   - failure: The reason.
    ///   - challenge: The step.
    /// - Returns: One or more sentences.
    public func message(for failure: ChallengeFailure, of challenge: Challenge) -> String {
        switch failure {
        case .notAnswered(let error): message(for: error, of: challenge)
        case .notSent(let error): message(for: error)
        }
    }

    /// Returns the message for a failed operation of the screen for a forgotten password.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
    public func message(for failure: PasswordResetFailure) -> String {
        switch failure {
        case .notRequested(let error): message(for: error)
        case .notSet(let error): message(for: error)
        }
    }
}

extension SubmissionPhase {
    /// Returns the message about a submission.
    ///
    /// - Parameters:
    ///   - messages: The catalog of the user's language.
    ///   - failure: Returns the message for an error, such as `messages.message(for:)`.
    /// - Returns: The message for the error or the notice; nil if there is neither.
    public func message(in messages: any MessageCatalog, for failure: (Failure) -> String) -> String? {
        switch self {
        case .idle, .submitting, .done: nil
        case .failed(let error): failure(error)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}
