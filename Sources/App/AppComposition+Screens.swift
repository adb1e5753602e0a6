import Domain
public import Presentation

extension AppComposition {
    /// Makes the flow from screen to screen, which makes the view models of the screens.
    ///
    /// - Returns: A flow that begins as the configuration says.
    @MainActor
    public func makeRootFlow() -> RootFlowViewModel {
        let flow = RootFlowViewModel(
            launchStyle: configuration.launchStyle,
            dependencies: RootFlowViewModel.Dependencies(
                restoreSession: useCases.restoreSession,
                signUp: useCases.signUp,
                signIn: useCases.signIn,
                signOut: useCases.signOut,
                deleteAccount: useCases.deleteAccount,
                changePassword: useCases.changePassword,
                consents: configuration.terms == .none
                    ? nil : ConsentSteps(review: useCases.reviewTerms, agree: useCases.agreeToTerms),
                signUpValidator: signUpValidator,
                signInValidator: signInValidator,
                makeAvailabilityCheck: makeLiveAvailabilityCheck,
                time: time
            )
        )
        lifetime.register(flow)
        return flow
    }
}
