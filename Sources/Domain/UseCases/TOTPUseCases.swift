/// The use cases for one-time passwords of one account service.
public struct TOTPUseCases: Sendable {
    /// Turns one-time passwords on.
    public let enable: EnableTOTP

    /// Turns them off.
    public let disable: DisableTOTP

    /// Creates the use cases.
    ///
    /// - Parameters:
    ///   - service: Makes the key, and checks passwords and codes.
    ///   - issuer: The name of the app, as the authenticator app shows it.
    public init(service: any TOTPEnabling, issuer: String) {
        enable = EnableTOTP(service: service, issuer: issuer)
        disable = DisableTOTP(service: service)
    }
}
