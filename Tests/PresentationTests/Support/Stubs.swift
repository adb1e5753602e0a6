import AccountFlowTesting
import Domain
import Persistence
import Presentation

extension SignInViewModel {
    /// Creates the view model of a sign-in screen with test doubles.
    static func stub(
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        terms: Terms = .none,
        style: SignInStyle = SignInStyle(),
        time: ScreenTiming = .still,
        alerts: AlertQueue = AlertQueue(),
        validator: any FormValidating = FormValidatorStub(fields: [.id, .password]),
        outcomes: Outcomes = Outcomes()
    ) -> SignInViewModel {
        let review = terms == .none ? nil : ReviewTerms(terms: terms, consents: consents)
        return SignInViewModel(
            validator: validator,
            signIn: SignIn(validator: validator, service: service, sessions: .stub(sessions), review: review),
            review: review,
            style: style,
            in: ScreenContext(time: time, alerts: alerts) { outcomes.all.append($0) }
        )
    }
}

extension SignUpViewModel {
    /// Creates the view model of a sign-up screen with test doubles.
    static func stub(
        validator: any FormValidating = FormValidatorStub(),
        availabilityCheck: (any LiveAvailabilityChecking)? = nil,
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        terms: Terms = .none,
        time: ScreenTiming = .still,
        outcomes: Outcomes = Outcomes()
    ) -> SignUpViewModel {
        let review = terms == .none ? nil : ReviewTerms(terms: terms, consents: consents)
        return SignUpViewModel(
            validator: validator,
            availabilityCheck: availabilityCheck,
            signUp: SignUp(validator: validator, service: service, sessions: .stub(sessions), review: review),
            terms: review?.terms,
            in: ScreenContext(time: time) { outcomes.all.append($0) }
        )
    }
}

extension RootFlowViewModel {
    /// Creates a flow, with test doubles for the dependencies that a test does not pass.
    static func stub(
        launchStyle: LaunchStyle = .startScreen,
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        session: CurrentSession? = nil,
        consents: any ConsentRepository = ConsentRepositorySpy(),
        validator: any FormValidating = FormValidatorStub(),
        changing: (any AccountService & PasswordChanging)? = nil,
        updating: (any ProfileUpdating)? = nil,
        resetting: (any PasswordResetting)? = nil,
        operations: any PendingOperationRepository = InMemoryPendingOperationRepository(),
        answering: (any AccountService & ChallengeAnswering)? = nil,
        owners: (any SessionVerifying)? = nil,
        making: (any RecoveryCodeMaking)? = nil,
        offersRecoveryCodeAtSignUp: Bool = false,
        quarantine: (any StoreQuarantine)? = nil,
        terms: Terms = .none,
        policy: SessionPolicy = .untilSignOut,
        style: SignInStyle = SignInStyle(),
        time: ScreenTiming = .still
    ) -> RootFlowViewModel {
        let dates = DateGenerator.constant(.stub)
        let sessions = session ?? .stub(sessions, policy: policy)
        let signInValidator = FormValidatorStub(fields: [.id, .password])
        let profileValidator = FormValidatorStub(fields: [.nickname])
        let review = terms == .none ? nil : ReviewTerms(terms: terms, consents: consents)
        return RootFlowViewModel(
            launchStyle: launchStyle,
            dependencies: Dependencies(
                session: sessions,
                restoreSession: RestoreSession(sessions: sessions, review: review),
                signUp: SignUp(validator: validator, service: service, sessions: sessions, review: review),
                signIn: SignIn(
                    validator: signInValidator,
                    service: service,
                    sessions: sessions,
                    review: review,
                    operations: operations
                ),
                signOut: SignOut(sessions: sessions),
                deleteAccount: DeleteAccount(service: service, sessions: sessions, consents: consents),
                changePassword: changing.map { ChangePassword(validator: validator, service: $0, sessions: sessions) },
                updateProfile: updating.map {
                    UpdateProfile(validator: profileValidator, service: $0, sessions: sessions)
                },
                passwordReset: resetting.map {
                    PasswordResetUseCases(
                        validator: validator,
                        service: $0,
                        operations: operations,
                        sessions: sessions,
                        dates: dates,
                        identifiers: .sequential()
                    )
                },
                answerChallenge: answering.map {
                    AnswerChallenge(
                        service: $0,
                        owners: owners,
                        operations: operations,
                        sessions: sessions,
                        review: review
                    )
                },
                makeRecoveryCode: making.map { MakeRecoveryCode(service: $0) },
                offersRecoveryCodeAtSignUp: offersRecoveryCodeAtSignUp,
                startOver: quarantine.map {
                    StartOver(quarantine: $0, events: InMemorySecurityEvents(), dates: dates)
                },
                agreeToTerms: AgreeToTerms(service: service, sessions: sessions, consents: consents),
                review: review,
                signInStyle: style,
                signUpValidator: validator,
                signInValidator: signInValidator,
                profileValidator: profileValidator,
                time: time
            )
        )
    }
}

extension RootFlowState {
    /// Returns the state that shows these screens, from the bottom up.
    static func at(_ root: Route, _ covers: Route...) -> RootFlowState {
        .showing(RouteStack(root, presenting: covers))
    }
}

extension ScreenTiming {
    /// A timing whose clock stands still, so that no timer changes a state.
    static var still: ScreenTiming { ScreenTiming(clock: ManualClock(), dates: .constant(.stub)) }
}

extension FormViewModel {
    /// Types the texts of a form into its fields.
    func fill(_ texts: AccountForm) {
        for field in form.state.form.fields { edit(field, texts[field]) }
    }
}

extension SignUpState {
    /// Creates the state of a sign-up screen without terms.
    init(form: FormState, phase: SubmissionPhase<SignUpError> = .idle) {
        self.init(submission: SubmissionState(form: form, phase: phase))
    }
}
