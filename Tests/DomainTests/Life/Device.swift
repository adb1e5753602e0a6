import AccountFlowTesting
import Domain
import Foundation
import Persistence

/// A device, with the stores that remain when the app is relaunched.
struct Device {
    let accounts: any AccountRepository = InMemoryAccountRepository()
    let sessions: any SessionRepository = InMemorySessionRepository()
    let consents: any ConsentRepository = InMemoryConsentRepository()

    /// The session of the running app.
    var current: CurrentSession {
        CurrentSession(
            sessions,
            dates: .constant(date),
            uptime: Uptime { [uptime] in uptime },
            identifiers: identifiers
        )
    }

    let identifiers = IDGenerator.sequential()

    /// The date of the device.
    var date = Date.stub

    /// The time since the start of the device.
    var uptime = Duration.zero

    /// The service to use instead of the device's own.
    var replacement: (any AccountService)?

    var service: any AccountService {
        replacement
            ?? LocalAccountService(
                accounts: accounts,
                hasher: PasswordHasherStub(),
                dates: .constant(date),
                identifiers: identifiers
            )
    }

    var signUp: SignUp {
        SignUp(validator: FormValidatorStub(), service: service, sessions: current)
    }

    var signIn: SignIn {
        SignIn(validator: FormValidatorStub(fields: [.id, .password]), service: service, sessions: current)
    }

    var restore: RestoreSession { RestoreSession(sessions: current) }
    var signOut: SignOut { SignOut(sessions: current) }
    var agree: AgreeToTerms {
        AgreeToTerms(service: service, sessions: current, consents: consents)
    }
    var list: ListAccounts { ListAccounts(accounts: accounts) }
    var deleteAccount: DeleteAccount { DeleteAccount(service: service, sessions: current, consents: consents) }
}
