public import Domain

/// What an alert tells or asks.
public enum AlertSubject: Hashable, Sendable {
    /// A sign-up was refused, and no field says why.
    case signUpRefused(SignUpError)

    /// Nobody gets signed in without agreeing to these documents.
    case termsRequired([ConsentDocument])

    /// Whether the account is really to be deleted.
    case accountDeletion

    /// Something has succeeded, and something else besides has not.
    case notice(FlowNotice)

    /// The buttons, in the order in which to show them.
    public var buttons: [AlertButton] {
        switch self {
        case .signUpRefused, .notice:
            [AlertButton(.confirm, intent: .dismiss)]
        case .termsRequired:
            [AlertButton(.cancel, role: .cancel, intent: .dismiss), AlertButton(.agree, intent: .agree)]
        case .accountDeletion:
            [
                AlertButton(.cancel, role: .cancel, intent: .dismiss),
                AlertButton(.deleteAccount, role: .destructive, intent: .deleteAccount),
            ]
        }
    }

    var headline: Headline {
        switch self {
        case .signUpRefused: .signUpFailed
        case .termsRequired: .termsRequired
        case .accountDeletion: .accountDeletion
        case .notice: .notice
        }
    }
}
