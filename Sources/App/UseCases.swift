import Domain
import Networking
import Persistence
import Presentation

/// The use cases of an app, which the methods of ``AppComposition`` call, and what else these need.
///
/// Those of the screens are members of this type too.
@dynamicMemberLookup
struct UseCases: Sendable {
    /// What the screens need; a use case that the account service does not offer is nil.
    let screens: RootFlowViewModel.Dependencies

    let listSessions: ListSessions
    let switchAccount: SwitchAccount
    let exportAccount: ExportAccount
    let startOver: StartOver
    let withdrawConsent: WithdrawConsent
    let reviewTerms: ReviewTerms
    let listAccounts: ListAccounts

    /// The throttle of sign-ins to local accounts.
    let throttle: SignInThrottle

    /// The folder of the repositories, or nil if they are in memory.
    let folder: StorageDirectory?

    /// Whether the folder has the accounts; otherwise, a database has them.
    let hasAccountsInFolder: Bool

    /// Creates the use cases that the services offer.
    init(
        _ configuration: AppConfiguration,
        _ repositories: Repositories,
        services: AccountServices,
        policies: FormPolicies,
        throttle: SignInThrottle,
        makeAvailabilityCheck: @escaping @Sendable () -> (any LiveAvailabilityChecking)?,
        dates: DateGenerator,
        identifiers: IDGenerator,
        clock: any Clock<Duration>
    ) {
        let (session, consents) = (services.session, repositories.consents)
        reviewTerms = ReviewTerms(terms: configuration.terms, consents: consents)
        let review = configuration.terms == .none ? nil : reviewTerms
        let answerChallenge = AnswerChallenge(
            service: services.challenge,
            owners: services.verifier,
            operations: repositories.pendingOperations,
            sessions: session,
            review: review
        )
        let restoreSession = RestoreSession(sessions: session, review: review)
        listSessions = ListSessions(sessions: session)
        exportAccount = ExportAccount(
            service: services.accounts,
            sessions: session,
            listSessions: listSessions,
            consents: consents,
            events: repositories.events
        )
        startOver = StartOver(
            quarantine: repositories.quarantine,
            events: repositories.events,
            dates: dates,
            throttle: configuration.throttle
        )
        screens = RootFlowViewModel.Dependencies(
            session: session,
            restoreSession: restoreSession,
            signUp: SignUp(
                validator: policies.submittedSignUp,
                service: services.accounts,
                sessions: session,
                review: review,
                hidesAccountExistence: configuration.hidesAccountExistence,
                confirming: answerChallenge
            ),
            signIn: SignIn(
                validator: policies.signIn,
                service: services.accounts,
                sessions: session,
                review: review,
                operations: repositories.pendingOperations
            ),
            signOut: SignOut(sessions: session),
            deleteAccount: DeleteAccount(service: services.accounts, sessions: session, consents: consents),
            changePassword: services.password.map { service in
                ChangePassword(validator: policies.signUp, service: service, sessions: session, review: review)
            },
            updateProfile: services.profile.map { service in
                UpdateProfile(
                    validator: policies.profile,
                    service: service,
                    sessions: session,
                    // A server that requires no confirmation at sign-up requires none for a new address.
                    confirming: configuration.requiresConfirmation ? answerChallenge : nil
                )
            },
            passwordReset: services.passwordReset.map {
                PasswordResetUseCases(
                    validator: policies.signUp,
                    service: $0,
                    operations: repositories.pendingOperations,
                    sessions: session,
                    dates: dates,
                    identifiers: identifiers
                )
            },
            answerChallenge: answerChallenge,
            makeRecoveryCode: services.recoveryCode.map { MakeRecoveryCode(service: $0) },
            offersRecoveryCodeAtSignUp: configuration.offersRecoveryCodeAtSignUp,
            exportAccount: exportAccount,
            totp: services.totp.map { TOTPUseCases(service: $0, issuer: configuration.name) },
            startOver: startOver,
            agreeToTerms: AgreeToTerms(service: services.accounts, sessions: session, consents: consents),
            review: review,
            signInStyle: configuration.signInStyle,
            signUpValidator: policies.signUp,
            signInValidator: policies.signIn,
            profileValidator: policies.profile,
            makeAvailabilityCheck: makeAvailabilityCheck,
            time: ScreenTiming(
                clock: clock,
                dates: dates,
                rejectionTime: configuration.rejectionTime,
                signInDelay: configuration.signInDelay
            )
        )
        switchAccount = SwitchAccount(sessions: session, restore: restoreSession)
        withdrawConsent = WithdrawConsent(service: services.accounts, review: reviewTerms, dates: dates)
        listAccounts = ListAccounts(accounts: repositories.accounts)
        self.throttle = throttle
        folder = repositories.folder
        hasAccountsInFolder = repositories.database == nil
    }

    subscript<Value>(dynamicMember member: KeyPath<RootFlowViewModel.Dependencies, Value>) -> Value {
        screens[keyPath: member]
    }
}

extension AppConfiguration {
    fileprivate var requiresConfirmation: Bool {
        if case .remote(let backend) = backend { backend.api.requiresConfirmation } else { false }
    }
}
