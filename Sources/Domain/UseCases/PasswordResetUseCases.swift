/// The use cases for forgotten passwords of one account service.
public struct PasswordResetUseCases: Sendable {
    /// Requests a message.
    public let request: RequestPasswordReset

    /// Sets the password.
    public let confirm: ConfirmPasswordReset

    /// Creates the use cases.
    ///
    /// - Parameters:
    ///   - validator: The validator of the sign-up form, for the new password.
    ///   - service: Sends the message, and sets the password.
    ///   - operations: The store of the requests.
    ///   - sessions: The sessions on this device.
    ///   - dates: The clock.
    ///   - identifiers: Makes the keys of the requests.
    public init(
        validator: any FormValidating,
        service: any PasswordResetting,
        operations: any PendingOperationRepository,
        sessions: CurrentSession,
        dates: DateGenerator,
        identifiers: IDGenerator = .random
    ) {
        request = RequestPasswordReset(
            service: service,
            operations: operations,
            dates: dates,
            identifiers: identifiers
        )
        confirm = ConfirmPasswordReset(
            validator: validator,
            service: service,
            operations: operations,
            sessions: sessions
        )
    }
}
