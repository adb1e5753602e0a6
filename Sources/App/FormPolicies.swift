import Domain
import Networking
import Validation

/// The policies of an app's forms, completed for its backend.
struct FormPolicies: Sendable {
    /// The fields that the screen of the sign-up shows.
    let signUp: FormPolicy

    /// The fields of the sign-up with those that a caller can fill in besides; a server checks these itself.
    let submittedSignUp: FormPolicy

    let signIn: FormPolicy

    /// The fields of the profile that can be changed.
    let profile: FormPolicy

    init(_ configuration: AppConfiguration, updatableFields: [AccountField]) {
        var signUp = configuration.policy.signUp
        if case .remote(let backend) = configuration.backend, backend.api.sendsMessagesToEmail, signUp[.email] == nil {
            // Without it, no message could reach the user.
            signUp[.email] = .default(for: .email)
        }
        var submittedSignUp = signUp
        if case .local = configuration.backend {
            for field in Profile.fields.map(\.field) where signUp[field] == nil {
                submittedSignUp[field] = .optional(.default(for: field))
            }
        }
        var profile: FormPolicy = [:]
        for field in updatableFields {
            profile[field] = signUp[field] ?? .optional(.default(for: field))
            profile.limits[field] = signUp.limits[field]
        }
        (self.signUp, self.submittedSignUp, self.profile) = (signUp, submittedSignUp, profile)
        signIn = configuration.policy.signIn
    }
}
