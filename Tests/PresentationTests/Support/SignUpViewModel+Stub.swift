import AccountFlowTesting
import Domain
import Presentation

extension SignUpViewModel {
    /// A sign-up screen over doubles, which leads nowhere.
    static func stub(
        validator: any FormValidating = FormValidatorStub(),
        register: Result<RegistrationOutcome, RegistrationError> = .success(.authenticated(.stub())),
        time: ScreenTime = .still,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> SignUpViewModel {
        SignUpViewModel(
            validator: validator,
            signUp: SignUp(
                validator: validator,
                service: AccountServiceSpy(register: register, beforeAnswering: beforeAnswering),
                sessions: SessionRepositorySpy(),
                dates: .constant(.stub)
            ),
            time: time,
            actions: Actions(signedUp: { _, _ in }, signIn: {}, left: {})
        )
    }
}
