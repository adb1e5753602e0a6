import Domain
import Validation

/// A sign-up with a telephone number for whoever likes to give one, and without a nickname.
func shopSignUp() -> FormPolicy {
    var policy = AccountPolicy.standard(minimumPasswordLength: 8, contextWords: ["shop"]).signUp
    policy[.phone] = .optional(.phone)
    policy[.nickname] = nil
    return policy
}
