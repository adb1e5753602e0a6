import Domain

/// The use cases of an app, which the methods of ``AppComposition`` and the screens call.
struct UseCases: Sendable {
    let signUp: SignUp
    let signIn: SignIn
    let restoreSession: RestoreSession
    let signOut: SignOut
    let listSessions: ListSessions
    let switchAccount: SwitchAccount
    let deleteAccount: DeleteAccount

    /// Nil if the account service cannot change passwords.
    let changePassword: ChangePassword?

    /// Nil if the account service cannot change profiles.
    let updateProfile: UpdateProfile?

    let exportAccount: ExportAccount
    let startOver: StartOver
    let agreeToTerms: AgreeToTerms
    let withdrawConsent: WithdrawConsent
    let reviewTerms: ReviewTerms
    let listAccounts: ListAccounts
}
