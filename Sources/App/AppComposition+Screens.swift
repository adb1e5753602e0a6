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
                restoreSession: restoreSession,
                signUp: signUp,
                signIn: signIn,
                signOut: signOut,
                deleteAccount: deleteAccount,
                changePassword: changePassword,
                consents: configuration.terms == .none
                    ? nil : ConsentSteps(review: reviewTerms, agree: agreeToTerms),
                signUpValidator: signUpValidator,
                signInValidator: signInValidator,
                makeAvailabilityCheck: makeLiveAvailabilityCheck,
                time: time
            )
        )
        life.register(flow)
        return flow
    }
}
