public import Domain
import Testing

/// A service of one-time passwords, and a session that has begun in it.
public struct TOTPSubject: Sendable {
    /// The service.
    public let service: any TOTPEnabling

    /// A session of an account without one-time passwords, whose password is `password1`.
    public let session: Session

    /// The clock of the service, which no one else moves.
    public let clock: ManualClock

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - session: A session of an account without one-time passwords, whose password is `password1`.
    ///   - clock: The clock of the service.
    public init(_ service: any TOTPEnabling, _ session: Session, clock: ManualClock) {
        (self.service, self.session, self.clock) = (service, session, clock)
    }
}

/// The contract of every service that can require one-time passwords.
public typealias TOTPEnablingContract = Contract<TOTPSubject>

extension TOTPEnablingContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("one-time passwords are required after the first one") { subject in
                let totp = try await subject.begin()
                #expect(try await !subject.service.requiresTOTP(subject.session))
                _ = try await subject.service.confirmTOTP(of: subject.session, with: subject.code(totp))
                #expect(try await subject.service.requiresTOTP(subject.session))
            },
            promise("a wrong one-time password turns nothing on") { subject in
                let code = try subject.code(try await subject.begin(), steps: 5)
                await #expect(throws: TOTPError.wrongCode) {
                    try await subject.service.confirmTOTP(of: subject.session, with: code)
                }
                #expect(try await !subject.service.requiresTOTP(subject.session))
            },
            promise("a key needs the password") { subject in
                await #expect(throws: TOTPError.wrongPassword) {
                    try await subject.service.beginTOTP(of: subject.session, password: Password("wrong"))
                }
            },
            promise("a later key replaces one that was not confirmed") { subject in
                let (first, second) = (try await subject.begin(), try await subject.begin())
                await #expect(throws: TOTPError.wrongCode) {
                    try await subject.service.confirmTOTP(of: subject.session, with: subject.code(first))
                }
                _ = try await subject.service.confirmTOTP(of: subject.session, with: subject.code(second))
            },
            promise("a key that was confirmed is not replaced") { subject in
                _ = try await subject.enable()
                await #expect(throws: TOTPError.alreadyEnabled) { try await subject.begin() }
            },
            promise("a one-time password works once") { subject in
                let totp = try await subject.begin()
                let code = try subject.code(totp)
                _ = try await subject.service.confirmTOTP(of: subject.session, with: code)
                await #expect(throws: TOTPError.usedCode) { try await subject.disable(.oneTimePassword(code)) }
                #expect(try await subject.service.requiresTOTP(subject.session))
            },
            promise("turning them off needs the password") { subject in
                let (totp, _) = try await subject.enable()
                let factor = SecondFactor.oneTimePassword(try subject.code(totp))
                await #expect(throws: TOTPError.wrongPassword) { try await subject.disable(factor, password: "wrong") }
                #expect(try await subject.service.requiresTOTP(subject.session))
                try await subject.disable(factor)
                #expect(try await !subject.service.requiresTOTP(subject.session))
            },
            promise("the first recovery code turns them off in place of a one-time password") { subject in
                guard let code = try await subject.enable().recoveryCode else {
                    Issue.record("the account has no recovery code")
                    return
                }
                try await subject.disable(.recoveryCode(code))
                #expect(try await !subject.service.requiresTOTP(subject.session))
            },
        ]
    }
}

extension TOTPSubject {
    fileprivate func begin() async throws(TOTPError) -> TOTP {
        try await service.beginTOTP(of: session, password: Password("password1"))
    }

    /// Turns one-time passwords on, and goes on to the next one.
    fileprivate func enable() async throws -> (totp: TOTP, recoveryCode: RecoveryCode?) {
        let totp = try await begin()
        let recoveryCode = try await service.confirmTOTP(of: session, with: code(totp))
        clock.advance(by: .seconds(totp.period))
        return (totp, recoveryCode)
    }

    fileprivate func disable(_ factor: SecondFactor, password: String = "password1") async throws(TOTPError) {
        try await service.disableTOTP(of: session, password: Password(password), factor: factor)
    }

    /// Returns the one-time password of the step that is some steps from now.
    fileprivate func code(_ totp: TOTP, steps: Int = 0) throws -> OneTimePassword {
        try #require(OneTimePassword(totp.revealedPassword(ofStep: totp.step(at: clock.date) + steps)))
    }
}
