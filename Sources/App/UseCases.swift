import Domain
import Persistence

/// The use cases of an app, which the methods of ``AppComposition`` and the screens call, and what else these need.
struct UseCases: Sendable {
    let signUp: SignUp
    let signIn: SignIn

    /// Nil if the account service asks for no further steps.
    let answerChallenge: AnswerChallenge?

    let restoreSession: RestoreSession
    let signOut: SignOut
    let listSessions: ListSessions
    let switchAccount: SwitchAccount
    let deleteAccount: DeleteAccount

    /// Nil if the account service cannot change passwords.
    let changePassword: ChangePassword?

    /// Nil if the account service cannot change profiles.
    let updateProfile: UpdateProfile?

    /// Nil if the account service cannot reset passwords.
    let passwordReset: PasswordResetUseCases?

    /// Nil if the account service has no recovery codes.
    let makeRecoveryCode: MakeRecoveryCode?

    /// Nil if the account service has no one-time passwords.
    let totp: TOTPUseCases?

    let exportAccount: ExportAccount
    let startOver: StartOver
    let agreeToTerms: AgreeToTerms
    let withdrawConsent: WithdrawConsent
    let reviewTerms: ReviewTerms
    let listAccounts: ListAccounts

    /// The throttle of sign-ins to local accounts.
    let throttle: SignInThrottle

    /// The folder of the repositories, or nil if they are in memory.
    let folder: StorageDirectory?

    /// Whether the folder has the accounts; otherwise, a database has them.
    let hasAccountsInFolder: Bool
}
