public import Domain

extension RootFlowViewModel {
    /// What the flow and its screens work with.
    public struct Dependencies: Sendable {
        let restoreSession: RestoreSession
        let signUp: SignUp
        let signIn: SignIn
        let signOut: SignOut
        let deleteAccount: DeleteAccount
        let changePassword: ChangePassword?
        let consents: ConsentSteps?
        let signUpValidator: any FormValidating
        let signInValidator: any FormValidating
        let makeAvailabilityCheck: @Sendable () -> (any LiveAvailabilityChecking)?
        let time: ScreenTime

        /// Collects what the flow and its screens work with.
        ///
        /// - Parameters:
        ///   - restoreSession: Looks for the remembered session.
        ///   - signUp: Registers an account.
        ///   - signIn: Signs somebody in.
        ///   - signOut: Ends a session.
        ///   - deleteAccount: Deletes an account.
        ///   - changePassword: Changes a password; nil where that is not offered.
        ///   - consents: What is to be done about terms before and after a sign-in; nil where there are none.
        ///   - signUpValidator: Judges the sign-up form; the same one as in `signUp`.
        ///   - signInValidator: Judges the sign-in form; the same one as in `signIn`.
        ///   - makeAvailabilityCheck: Makes what finds out whether an ID is free, one for each sign-up screen; nil where nobody
        ///     is to ask.
        ///   - time: How time goes by on the screens.
        public init(
            restoreSession: RestoreSession,
            signUp: SignUp,
            signIn: SignIn,
            signOut: SignOut,
            deleteAccount: DeleteAccount,
            changePassword: ChangePassword? = nil,
            consents: ConsentSteps? = nil,
            signUpValidator: any FormValidating,
            signInValidator: any FormValidating,
            makeAvailabilityCheck: @escaping @Sendable () -> (any LiveAvailabilityChecking)? = { nil },
            time: ScreenTime = ScreenTime()
        ) {
            self.restoreSession = restoreSession
            self.signUp = signUp
            self.signIn = signIn
            self.signOut = signOut
            self.deleteAccount = deleteAccount
            self.changePassword = changePassword
            self.consents = consents
            self.signUpValidator = signUpValidator
            self.signInValidator = signInValidator
            self.makeAvailabilityCheck = makeAvailabilityCheck
            self.time = time
        }
    }
}
