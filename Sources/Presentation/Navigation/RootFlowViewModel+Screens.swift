public import Domain

extension RootFlowViewModel {
    /// The use cases and validators of the flow and its screens.
    public struct Dependencies: Sendable {
        package let session: CurrentSession
        package let restoreSession: RestoreSession
        package let signUp: SignUp
        package let signIn: SignIn
        package let signOut: SignOut
        package let deleteAccount: DeleteAccount
        package let changePassword: ChangePassword?
        package let updateProfile: UpdateProfile?
        package let passwordReset: PasswordResetUseCases?
        package let answerChallenge: AnswerChallenge?
        package let makeRecoveryCode: MakeRecoveryCode?
        package let offersRecoveryCodeAtSignUp: Bool
        package let exportAccount: ExportAccount?
        package let totp: TOTPUseCases?
        package let startOver: StartOver?
        package let agreeToTerms: AgreeToTerms
        package let review: ReviewTerms?
        package let signInStyle: SignInStyle
        package let signUpValidator: any FormValidating
        package let signInValidator: any FormValidating
        package let profileValidator: (any FormValidating)?
        package let makeAvailabilityCheck: @Sendable () -> (any LiveAvailabilityChecking)?
        package let time: ScreenTiming

        /// Collects the use cases and validators.
        ///
        /// - Parameters:
        ///   - session: The session of the use cases, whose end the flow follows.
        ///   - restoreSession: Restores the remembered session.
        ///   - signUp: Registers an account.
        ///   - signIn: Signs a user in.
        ///   - signOut: Ends a session.
        ///   - deleteAccount: Deletes an account.
        ///   - changePassword: Changes a password; nil if the app does not offer that.
        ///   - updateProfile: Changes a profile; nil if the app does not offer that.
        ///   - passwordReset: Sets a forgotten password; nil if the app does not offer that.
        ///   - answerChallenge: Completes steps before a session; nil if the account service has none.
        ///   - makeRecoveryCode: Makes a recovery code; nil if the app does not offer that.
        ///   - offersRecoveryCodeAtSignUp: Whether a recovery code is made at sign-up.
        ///   - exportAccount: Exports the data about an account; nil if the app does not offer that.
        ///   - totp: Turns one-time passwords on and off; nil if the app does not offer that.
        ///   - startOver: Starts over with a store that cannot be read; nil if the app does not offer that.
        ///   - agreeToTerms: Stores the agreement to terms.
        ///   - review: Finds the terms that users must agree to; nil if there are none.
        ///   - signInStyle: What the sign-in screen does besides signing in.
        ///   - signUpValidator: Validates the sign-up form; the validator of `signUp`.
        ///   - signInValidator: Validates the sign-in form; the validator of `signIn`.
        ///   - profileValidator: Validates the profile's form; the validator of `updateProfile`, or nil without it.
        ///   - makeAvailabilityCheck: Returns the availability check of a new sign-up screen; nil for no check.
        ///   - time: The clocks and durations of the screens.
        public init(
            session: CurrentSession,
            restoreSession: RestoreSession,
            signUp: SignUp,
            signIn: SignIn,
            signOut: SignOut,
            deleteAccount: DeleteAccount,
            changePassword: ChangePassword? = nil,
            updateProfile: UpdateProfile? = nil,
            passwordReset: PasswordResetUseCases? = nil,
            answerChallenge: AnswerChallenge? = nil,
            makeRecoveryCode: MakeRecoveryCode? = nil,
            offersRecoveryCodeAtSignUp: Bool = false,
            exportAccount: ExportAccount? = nil,
            totp: TOTPUseCases? = nil,
            startOver: StartOver? = nil,
            agreeToTerms: AgreeToTerms,
            review: ReviewTerms? = nil,
            signInStyle: SignInStyle = SignInStyle(),
            signUpValidator: any FormValidating,
            signInValidator: any FormValidating,
            profileValidator: (any FormValidating)? = nil,
            makeAvailabilityCheck: @escaping @Sendable () -> (any LiveAvailabilityChecking)? = { nil },
            time: ScreenTiming = ScreenTiming()
        ) {
            self.session = session
            self.restoreSession = restoreSession
            self.signUp = signUp
            self.signIn = signIn
            self.signOut = signOut
            self.deleteAccount = deleteAccount
            self.changePassword = changePassword
            self.updateProfile = updateProfile
            self.passwordReset = passwordReset
            self.answerChallenge = answerChallenge
            self.makeRecoveryCode = makeRecoveryCode
            self.offersRecoveryCodeAtSignUp = offersRecoveryCodeAtSignUp
            self.exportAccount = exportAccount
            self.totp = totp
            self.startOver = startOver
            self.agreeToTerms = agreeToTerms
            self.review = review
            self.signInStyle = signInStyle
            self.signUpValidator = signUpValidator
            self.signInValidator = signInValidator
            self.profileValidator = profileValidator
            self.makeAvailabilityCheck = makeAvailabilityCheck
            self.time = time
        }
    }

    // MARK: Making view models

    /// Makes the view model of the start screen.
    ///
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeStartViewModel() -> StartViewModel {
        makeScreen { StartViewModel(restoreSession: dependencies.restoreSession, in: $0) }
    }

    /// Makes the view model of the sign-up screen.
    ///
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeSignUpViewModel() -> SignUpViewModel {
        makeScreen {
            SignUpViewModel(
                validator: dependencies.signUpValidator,
                availabilityCheck: dependencies.makeAvailabilityCheck(),
                signUp: dependencies.signUp,
                makeRecoveryCode: dependencies.offersRecoveryCodeAtSignUp ? dependencies.makeRecoveryCode : nil,
                terms: dependencies.review?.terms,
                in: $0
            )
        }
    }

    /// Makes the view model of the sign-in screen.
    ///
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeSignInViewModel() -> SignInViewModel {
        makeScreen {
            SignInViewModel(
                validator: dependencies.signInValidator,
                signIn: dependencies.signIn,
                review: dependencies.review,
                style: dependencies.signInStyle,
                offersPasswordReset: dependencies.passwordReset != nil,
                answerChallenge: dependencies.answerChallenge,
                in: $0
            )
        }
    }

    /// Makes the view model of the screen for a step before a session.
    ///
    /// - Parameters:
    ///   - challenge: The step of the route.
    ///   - context: What the user has decided before.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeChallengeViewModel(for challenge: Challenge, _ context: ChallengeContext) -> ChallengeViewModel {
        makeScreen {
            ChallengeViewModel(
                challenge: challenge,
                context: context,
                style: dependencies.signInStyle,
                answerChallenge: dependencies.answerChallenge,
                in: $0
            )
        }
    }

    /// Makes the view model of the screen for a forgotten password.
    ///
    /// - Parameter link: The code and the account of the route.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makePasswordResetViewModel(with link: AccountConfirmation?) -> PasswordResetViewModel {
        makeScreen {
            PasswordResetViewModel(
                link: link,
                signInValidator: dependencies.signInValidator,
                signUpValidator: dependencies.signUpValidator,
                useCases: dependencies.passwordReset,
                in: $0
            )
        }
    }

    /// Makes the view model of the agreement screen.
    ///
    /// - Parameters:
    ///   - session: The session of the route.
    ///   - documents: The documents of the route.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeAgreementViewModel(for session: Session, to documents: [ConsentDocument]) -> AgreementViewModel {
        makeScreen {
            AgreementViewModel(
                session: session,
                documents: documents,
                agreeToTerms: dependencies.agreeToTerms,
                signOut: dependencies.signOut,
                in: $0
            )
        }
    }

    /// Makes the view model of the main screen.
    ///
    /// - Parameter session: The session of the route; nil if no user is signed in.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeHomeViewModel(for session: Session?) -> HomeViewModel {
        makeScreen {
            HomeViewModel(
                session: session,
                signOut: dependencies.signOut,
                deleteAccount: dependencies.deleteAccount,
                in: $0
            )
        }
    }

    /// Makes the view model of the account screen.
    ///
    /// - Parameter session: The session of the route.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeAccountViewModel(for session: Session) -> AccountViewModel {
        makeScreen {
            AccountViewModel(
                session: session,
                validator: dependencies.signUpValidator,
                changePassword: dependencies.changePassword,
                deleteAccount: dependencies.deleteAccount,
                makeRecoveryCode: dependencies.makeRecoveryCode,
                exportAccount: dependencies.exportAccount,
                answerChallenge: dependencies.answerChallenge,
                offersTOTP: dependencies.totp != nil,
                offersProfile: dependencies.updateProfile != nil,
                in: $0
            )
        }
    }

    /// Makes the view model of the profile screen.
    ///
    /// - Parameter session: The session of the route.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeProfileViewModel(for session: Session) -> ProfileViewModel {
        makeScreen {
            ProfileViewModel(
                session: session,
                validator: dependencies.profileValidator ?? dependencies.signUpValidator,
                updateProfile: dependencies.updateProfile,
                in: $0
            )
        }
    }

    /// Makes the view model of the screen for one-time passwords.
    ///
    /// - Parameter session: The session of the route.
    /// - Returns: The view model, which replaces any earlier one of this screen.
    public func makeTOTPViewModel(for session: Session) -> TOTPViewModel {
        makeScreen {
            TOTPViewModel(
                session: session,
                useCases: dependencies.totp,
                makeRecoveryCode: dependencies.makeRecoveryCode,
                in: $0
            )
        }
    }

    /// Makes the view model of an account switcher, which an app can show over any screen.
    ///
    /// - Returns: The view model; several can exist at once.
    public func makeAccountSwitcherViewModel() -> AccountSwitcherViewModel {
        AccountSwitcherViewModel(
            listSessions: ListSessions(sessions: dependencies.session),
            switchAccount: SwitchAccount(sessions: dependencies.session, restore: dependencies.restoreSession),
            signOut: dependencies.signOut,
            queue: localQueue,
            didSwitch: { [weak self] in self?.showSwitched() ?? true },
            signIn: { [weak self] in self?.showSignIn() }
        )
    }
}
