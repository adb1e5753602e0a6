import AccountFlowTesting
import Domain
import Presentation

extension RootFlowViewModel {
    /// A flow over doubles, of which a test gives only those that matter to it.
    static func stub(
        launchStyle: LaunchStyle = .startScreen,
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        validator: any FormValidating = FormValidatorStub(),
        changing: (any AccountService & PasswordChanging)? = nil,
        terms: Terms = .none,
        policy: SessionPolicy = .untilSignOut,
        time: ScreenTiming = .still
    ) -> RootFlowViewModel {
        let dates = DateGenerator.constant(.stub)
        let signInValidator = FormValidatorStub(fields: [.id, .password])
        return RootFlowViewModel(
            launchStyle: launchStyle,
            dependencies: Dependencies(
                restoreSession: RestoreSession(sessions: sessions, dates: dates),
                signUp: SignUp(validator: validator, service: service, sessions: sessions, dates: dates),
                signIn: SignIn(validator: signInValidator, service: service, sessions: sessions, dates: dates),
                signOut: SignOut(sessions: sessions),
                deleteAccount: DeleteAccount(
                    service: service,
                    sessions: sessions,
                    consents: consents,
                    dates: dates,
                    policy: policy
                ),
                changePassword: changing.map {
                    ChangePassword(validator: validator, service: $0, sessions: sessions, dates: dates)
                },
                consents: terms == .none
                    ? nil
                    : ConsentSteps(
                        review: ReviewTerms(terms: terms, consents: consents),
                        agree: AgreeToTerms(service: service, consents: consents, dates: dates)
                    ),
                signUpValidator: validator,
                signInValidator: signInValidator,
                time: time
            )
        )
    }
}
