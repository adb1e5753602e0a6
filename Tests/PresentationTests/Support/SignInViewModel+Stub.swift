import AccountFlowTesting
import Domain
import Presentation

extension SignInViewModel {
    /// A sign-in screen over doubles, which leads nowhere.
    static func stub(
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy(),
        consents: any ConsentRepository = ConsentRepositorySpy(),
        terms: Terms = .none,
        time: ScreenTiming = .still,
        signedIn: @escaping @MainActor (Session, FlowNotice?) -> Void = { _, _ in },
        left: @escaping @MainActor () -> Void = {},
        agreementNotSaved: @escaping @MainActor (AgreeToTermsError) -> Void = { _ in }
    ) -> SignInViewModel {
        let validator = FormValidatorStub(fields: [.id, .password])
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
            actions: Actions(signedIn: signedIn, signUp: {}, left: left, agreementNotSaved: agreementNotSaved)
        )
    }
}
