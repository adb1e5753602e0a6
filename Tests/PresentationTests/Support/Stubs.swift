import AccountFlowTesting
import Domain
import Presentation

extension SignInViewModel {
    /// A sign-in screen over doubles.
    static func stub(
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        terms: Terms = .none,
        time: ScreenTiming = .still,
        validator: any FormValidating = FormValidatorStub(fields: [.id, .password]),
        outcomes: Outcomes = Outcomes()
    ) -> SignInViewModel {
        let dates = DateGenerator.constant(.stub)
        return SignInViewModel(
            validator: validator,
            signIn: SignIn(validator: validator, service: service, sessions: sessions, dates: dates),
            consents: terms == .none
                ? nil
                : ConsentSteps(
                    review: ReviewTerms(terms: terms, consents: consents),
                    agree: AgreeToTerms(service: service, consents: consents, dates: dates)
                ),
            time: time,
            proceed: { outcomes.all.append($0) }
        )
    }
}

extension SignUpViewModel {
    /// A sign-up screen over doubles.
    static func stub(
        validator: any FormValidating = FormValidatorStub(),
        availabilityCheck: (any LiveAvailabilityChecking)? = nil,
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        time: ScreenTiming = .still,
        outcomes: Outcomes = Outcomes()
    ) -> SignUpViewModel {
        SignUpViewModel(
            validator: validator,
            availabilityCheck: availabilityCheck,
            signUp: SignUp(validator: validator, service: service, sessions: sessions, dates: .constant(.stub)),
            time: time,
            proceed: { outcomes.all.append($0) }
        )
    }
}

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

extension RootFlowState {
    /// The screens that are shown, from the bottom up.
    static func at(_ root: Route, _ covers: Route...) -> RootFlowState {
        .showing(RouteStack(root, presenting: covers))
    }
}

extension ScreenTiming {
    /// Time that does not go by, so that it tells nothing of itself, however busy the machine is.
    static var still: ScreenTiming { ScreenTiming(clock: ManualClock(), dates: .constant(.stub)) }
}

extension FormViewModel {
    /// Types a whole form, field by field.
    func fill(_ texts: AccountForm) {
        for field in form.state.form.fields { edit(field, texts[field]) }
    }
}
