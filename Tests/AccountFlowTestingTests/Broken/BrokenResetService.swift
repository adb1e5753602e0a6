import AccountFlowTesting
import Domain
import Synchronization

/// A service with one account and one code, which breaks one promise of a password reset.
final class BrokenResetService: PasswordResetting, AccountService {
    enum Fault {
        /// Accepts the old password beside the new one.
        case keepsPassword
        /// Accepts a code more than once.
        case keepsCode
        /// Accepts no password after a wrong code.
        case forgetsPassword
        /// Accepts no code after a wrong one.
        case losesCode
        /// Refuses a request for an unknown ID.
        case revealsAccounts
    }

    static let code = AccountConfirmation(code: "code")

    private struct State {
        var passwords = [Password("password1")]
        var isCodeValid = true
    }

    private let fault: Fault
    private let state = Mutex(State())

    init(_ fault: Fault) { self.fault = fault }

    var resetProof: ResetProof { .message }

    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        if fault == .revealsAccounts, id != .stub() { throw .remote(.refused(.none, field: .id)) }
    }

    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? {
        let isSet = state.withLock { state in
            guard confirmation == Self.code, state.isCodeValid else {
                if fault == .losesCode { state.isCodeValid = false }
                if fault == .forgetsPassword { state.passwords = [] }
                return false
            }
            if fault != .keepsCode { state.isCodeValid = false }
            state.passwords = (fault == .keepsPassword ? state.passwords : []) + [new]
            return true
        }
        guard isSet else { throw .invalidCredentials }
        return nil
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        guard state.withLock({ $0.passwords.contains(password) }) else { throw .invalidCredentials }
        return .authenticated(.stub())
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        throw .duplicateAccount
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { false }
}
