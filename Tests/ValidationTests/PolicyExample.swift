import Domain
import Validation

/// Returns the policy of a sign-up form with an optional telephone number and without a nickname.
func shopSignUp() -> FormPolicy {
    var policy = AccountPolicy.standard(minimumPasswordLength: 8, contextWords: ["shop"]).signUp
    policy[.phone] = .optional(.phone)
    policy[.nickname] = nil
    return policy
}
