import AccountFlowTesting
import Domain
import Presentation

extension RootFlowViewModel {
    /// A flow over doubles, of which a test gives only those that matter to it.
    static func stub(
        launchStyle: LaunchStyle = .startScreen,
        authority: any AccountAuthority = AccountAuthoritySpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        validator: any FormValidating = FormValidatorStub(),
        changing: (any AccountAuthority & PasswordChanging)? = nil,
        terms: Terms = .none,
        policy: SessionPolicy = .lasting,
        time: ScreenTime = .still
    ) -> RootFlowViewModel {
        let dates = DateSource.constant(.stub)
        let signInValidator = FormValidatorStub(fields: [.id, .password])
        return RootFlowViewModel(
            launchStyle: launchStyle,
            dependencies: Dependencies(
                restoreSession: RestoreSession(sessions: sessions, dates: dates),
                signUp: SignUp(validator: validator, authority: authority, sessions: sessions, dates: dates),
                signIn: SignIn(validator: signInValidator, authority: authority, sessions: sessions, dates: dates),
                signOut: SignOut(sessions: sessions),
                withdrawAccount: WithdrawAccount(
                    authority: authority,
                    sessions: sessions,
                    consents: consents,
                    dates: dates,
                    policy: policy
                ),
                changePassword: changing.map {
                    ChangePassword(validator: validator, authority: $0, sessions: sessions, dates: dates)
                },
                consents: terms == .none
                    ? nil
                    : ConsentSteps(
                        review: ReviewTerms(terms: terms, consents: consents),
                        agree: AgreeToTerms(authority: authority, consents: consents, dates: dates)
                    ),
                signUpValidator: validator,
                signInValidator: signInValidator,
                time: time
            )
        )
    }
}
