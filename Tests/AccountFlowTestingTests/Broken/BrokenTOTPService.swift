import AccountFlowTesting
import Domain
import Synchronization

/// A service of one-time passwords with one fault.
final class BrokenTOTPService: TOTPEnabling {
    enum Fault {
        /// Requires one-time passwords before the first one.
        case requiresThemAtOnce
        /// Reports that nothing is required.
        case hidesThem
        /// Takes any first password.
        case confirmsAnything
        /// Makes a key without the password.
        case ignoresThePassword
        /// Keeps the first key.
        case keepsTheFirstKey
        /// Replaces a confirmed key.
        case replacesTheKey
        /// Reports a used password as a wrong one.
        case forgetsUse
        /// Makes no recovery code.
        case makesNoRecoveryCode
    }

    private let fault: Fault
    private let service: LocalAccountService
    private let first = Mutex<TOTP?>(nil)

    private init(_ fault: Fault, _ service: LocalAccountService) {
        (self.fault, self.service) = (fault, service)
    }

    /// A service with one account and a session.
    static func subject(_ fault: Fault) -> TOTPSubject {
        let clock = ManualClock()
        return TOTPSubject(BrokenTOTPService(fault, .withOneAccount(dates: clock.dates)), .stub(), clock: clock)
    }

    func requiresTOTP(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        switch fault {
        case .requiresThemAtOnce: true
        case .hidesThem: false
        default: try await service.requiresTOTP(session)
        }
    }

    func beginTOTP(of session: Session, password: Password) async throws(TOTPError) -> TOTP {
        if fault == .keepsTheFirstKey, let totp = first.withLock({ $0 }) { return totp }
        if fault == .replacesTheKey, first.withLock({ $0 }) != nil { return TOTP(TOTPSecret(.random)) }
        let password = fault == .ignoresThePassword ? Password("password1") : password
        let totp = try await service.beginTOTP(of: session, password: password)
        first.withLock { $0 = totp }
        return totp
    }

    func confirmTOTP(of session: Session, with password: OneTimePassword) async throws(TOTPError) -> RecoveryCode? {
        if fault == .confirmsAnything { return nil }
        let code = try await service.confirmTOTP(of: session, with: password)
        return fault == .makesNoRecoveryCode ? nil : code
    }

    func disableTOTP(of session: Session, password: Password, factor: SecondFactor) async throws(TOTPError) {
        do {
            try await service.disableTOTP(of: session, password: password, factor: factor)
        } catch {
            throw fault == .forgetsUse && error == .usedCode ? .wrongCode : error
        }
    }
}
